/** A hook blocked a prompt, a model call or a whole session. */
export class HookBlock extends Error {
  override readonly name = 'HookBlock';

  constructor(
    /** The text for the user. */
    readonly reason: string,
  ) {
    super(reason);
  }
}
