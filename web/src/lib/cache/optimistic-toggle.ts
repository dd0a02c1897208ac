import { notifyManager, type QueryClient } from '@tanstack/react-query';
import { ApiError, isUnanswered } from '../api/api-error.ts';
import { personalSet, sessionNumber } from '../logout.ts';
import { whenReachable } from '../socket/reachable.ts';
import type { Undo } from './write-cache.ts';

/** Something that is on or off for the viewer. A press shows at once and is sent afterwards. */
export interface ToggleKind<Subject, Answer extends { on: boolean }> {
  name: string;
  idOf(subject: Subject): string;
  /** Shows the state everywhere. */
  show(client: QueryClient, subject: Subject, on: boolean): Undo;
  /** `on` in the answer is the state on the server. An endpoint that toggles may have gone the other way. */
  send(subject: Subject, on: boolean): Promise<Answer>;
  /** Shows the other contents of the answer. */
  settle?(client: QueryClient, subject: Subject, answer: Answer): void;
  /** Asks for the state after a failure that leaves open whether the server acted. */
  reread?(subject: Subject): Promise<Answer>;
  /** Called after a refusal, when the old state shows again. */
  failed?(client: QueryClient, subject: Subject, error: unknown): void;
  /** Called when nothing is left to send. */
  afterwards?(client: QueryClient, subject: Subject): void;
}

interface Toggle<Subject, Answer extends { on: boolean }> {
  client: QueryClient;
  kind: ToggleKind<Subject, Answer>;
  subject: Subject;
  /** The state in the last answer. */
  held: boolean;
  /** The state that the person sees. */
  wanted: boolean;
  /** Shows `held` again. Undefined while `wanted` and `held` are the same. */
  undo: Undo | undefined;
  session: number;
  /** The number of calls in a row without an answer. */
  unanswered: number;
}

/** Keeps presses without an answer over a reload. */
interface UnansweredStore {
  keep(kind: string, id: string, wanted: boolean): void;
  /** Called for an answer or another press. */
  drop(kind: string, id: string): void;
}
let store: UnansweredStore | undefined;

/** Presses on this page, as kind and id. */
export const pressed = personalSet<string>();

/** Sets the store. The caller is `unanswered-toggles.ts`, which loads after the first page. */
export function keepUnansweredIn(by: UnansweredStore): void {
  store = by;
}

/** Another tab may toggle too, so answers may contradict. After this many, the answer of the server wins. */
const MAX_CONTRADICTIONS = 2;

const togglesOf = new WeakMap<QueryClient, Map<string, { wanted: boolean; show(): void }>>();

/**
 * Toggles the state that the person sees. Calls for one subject go one after another, and only while the server has
 * another state. So quick clicks end in the state last shown. After a refusal the old state shows again, silently.
 * Without an answer the new state stays, and is sent when the server is reachable again. Resolves when nothing is left
 * to send.
 */
export async function toggleOptimistically<Subject, Answer extends { on: boolean }>(
  client: QueryClient,
  kind: ToggleKind<Subject, Answer>,
  subject: Subject,
  isOn: boolean,
): Promise<void> {
  const toggles = togglesOf.get(client) ?? new Map<string, { wanted: boolean; show(): void }>();
  togglesOf.set(client, toggles);
  const subjectId = kind.idOf(subject);
  const session = sessionNumber();
  const id = `${session} ${kind.name} ${subjectId}`;
  const busy = toggles.get(id);
  if (busy) {
    busy.wanted = !busy.wanted;
    return busy.show();
  }
  const toggle = {
    client,
    kind,
    subject,
    held: isOn,
    wanted: !isOn,
    undo: undefined,
    session,
    unanswered: 0,
  } as Toggle<Subject, Answer>;
  const show = () => notifyManager.batch(() => showWanted(toggle));
  toggles.set(id, Object.assign(toggle, { show }));
  pressed.add(`${kind.name} ${subjectId}`);
  store?.drop(kind.name, subjectId);
  show();
  await drain(toggle).finally(() => toggles.delete(id));
  if (isFromEarlierSession(toggle)) return;
  store?.drop(kind.name, subjectId);
  kind.afterwards?.(client, subject);
}

/** Whether somebody else may be signed in now. */
const isFromEarlierSession = ({ session }: { session: number }) => session !== sessionNumber();

async function drain<S, A extends { on: boolean }>(toggle: Toggle<S, A>): Promise<void> {
  let contradictions = 0;
  while (toggle.wanted !== toggle.held) {
    const asked = toggle.wanted;
    const result = await outcome(toggle.kind.send(toggle.subject, asked));
    if (isFromEarlierSession(toggle)) return;
    if ('error' in result) {
      if (isUnanswered(result.error)) await retryWhenReachable(toggle);
      else await revertAfterRefusal(toggle, result.error);
      if (isFromEarlierSession(toggle)) return;
      continue;
    }
    toggle.unanswered = 0;
    contradictions = result.answer.on === asked ? 0 : contradictions + 1;
    accept(toggle, result.answer, contradictions >= MAX_CONTRADICTIONS);
  }
}

function showWanted<S, A extends { on: boolean }>(toggle: Toggle<S, A>): void {
  keepUnanswered(toggle);
  if (toggle.wanted !== toggle.held) {
    toggle.undo ??= toggle.kind.show(toggle.client, toggle.subject, toggle.wanted);
  } else {
    toggle.undo?.();
    toggle.undo = undefined;
  }
}

function keepUnanswered<S, A extends { on: boolean }>(toggle: Toggle<S, A>): void {
  const { kind, subject, wanted, unanswered } = toggle;
  if (unanswered > 0) store?.keep(kind.name, kind.idOf(subject), wanted);
}

function accept<S, A extends { on: boolean }>(
  toggle: Toggle<S, A>,
  answer: A,
  isLastWord: boolean,
): void {
  const { client, kind, subject } = toggle;
  notifyManager.batch(() => {
    if (answer.on === toggle.held) toggle.undo?.();
    // If there is an undo, the new state is already shown.
    else if (!toggle.undo) kind.show(client, subject, answer.on);
    toggle.undo = undefined;
    toggle.held = answer.on;
    if (isLastWord) toggle.wanted = answer.on;
    kind.settle?.(client, subject, answer);
    showWanted(toggle);
  });
}

/** Keeps the shown state. Asks for the state on the server first, because the call may have arrived. */
async function retryWhenReachable<S, A extends { on: boolean }>(
  toggle: Toggle<S, A>,
): Promise<void> {
  toggle.unanswered += 1;
  keepUnanswered(toggle);
  await whenReachable(toggle.unanswered);
  if (isFromEarlierSession(toggle) || !toggle.kind.reread) return;
  const result = await outcome(toggle.kind.reread(toggle.subject));
  if (isFromEarlierSession(toggle)) return;
  if ('answer' in result) accept(toggle, result.answer, false);
  else if (isUnanswered(result.error)) await retryWhenReachable(toggle);
}

async function revertAfterRefusal<S, A extends { on: boolean }>(
  toggle: Toggle<S, A>,
  error: unknown,
): Promise<void> {
  toggle.wanted = toggle.held;
  notifyManager.batch(() => showWanted(toggle));
  toggle.kind.failed?.(toggle.client, toggle.subject, error);
  if (!toggle.kind.reread || !mayHaveActed(error)) return;
  const result = await outcome(toggle.kind.reread(toggle.subject));
  if ('answer' in result && !isFromEarlierSession(toggle)) {
    const wasPressedSince = toggle.wanted !== toggle.held;
    accept(toggle, result.answer, !wasPressedSince);
  }
}

function mayHaveActed(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status >= 500;
}

function outcome<A>(sent: Promise<A>): Promise<{ answer: A } | { error: unknown }> {
  return sent.then(
    (answer) => ({ answer }),
    (error: unknown) => ({ error }),
  );
}
