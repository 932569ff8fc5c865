/** A hook said no to a prompt, a model call or a whole session. */
export class HookBlock extends Error {
  override readonly name = 'HookBlock';

  constructor(
    /** What the user should read. */
    readonly reason: string,
  ) {
    super(reason);
  }
}
