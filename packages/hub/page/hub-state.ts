import { computed, signal } from '@preact/signals';
import { get, ServerError } from '../../anyhook/page/api.js';
import type { HubHello, QuestionView } from '../src/page/page-views.js';

/** The user who is logged in; null if none is, undefined while that is unknown. */
export const hello = signal<HubHello | null | undefined>(undefined);
/** Why the hub cannot be reached. */
export const trouble = signal<string | undefined>(undefined);
export const questions = signal<readonly QuestionView[]>([]);
/** Updated twice a second, for clocks. */
export const clock = signal(Date.now());
/** Questions that can still be decided. */
export const openQuestions = computed(() =>
  questions.value.filter(({ state, asked }) => state === 'pending' && asked.expires > clock.value),
);

const everyMs = 2_000;

/** Polls the hub for the login state and the open questions. */
export async function follow(): Promise<never> {
  setInterval(() => (clock.value = Date.now()), 500);
  for (;;) {
    if (!document.hidden || hello.value === undefined) await look();
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}

export async function look(): Promise<void> {
  try {
    if (!hello.value) hello.value = await get<HubHello>('hello');
    questions.value = await get<readonly QuestionView[]>('approvals');
    trouble.value = undefined;
  } catch (error) {
    if (error instanceof ServerError && error.status === 401) hello.value = null;
    else trouble.value = `The hub cannot be reached: ${(error as Error).message}`;
  }
}
