import { notifyManager, type QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../lib/api-error.ts';
import { LOGOUT_EVENT } from '../../lib/logout.ts';
import type { Undo } from './cache-writes.ts';

/** Something that is on or off for the viewer, shown at once and sent afterwards. */
export interface ToggleKind<Subject, Answer extends { on: boolean }> {
  name: string;
  idOf(subject: Subject): string;
  /** Shows the state everywhere. */
  show(client: QueryClient, subject: Subject, on: boolean): Undo;
  /** `on` in the answer is what the server then holds: an endpoint that toggles may have gone the other way. */
  send(subject: Subject, on: boolean): Promise<Answer>;
  /** Writes what else the answer says over what was shown. */
  settle?(client: QueryClient, subject: Subject, answer: Answer): void;
  /** Asks for the truth after a failure that leaves open whether the server acted. */
  reread?(subject: Subject): Promise<Answer>;
  /** After what was shown has gone back. */
  failed?(client: QueryClient, subject: Subject, error: unknown): void;
  /** Once nothing is left to send. */
  afterwards?(client: QueryClient, subject: Subject): void;
}

interface Lane<Subject, Answer extends { on: boolean }> {
  client: QueryClient;
  kind: ToggleKind<Subject, Answer>;
  subject: Subject;
  /** As the last answer says. */
  held: boolean;
  /** As the person sees it. */
  wanted: boolean;
  /** From what is shown to what is held; undefined while they are the same. */
  undo: Undo | undefined;
  session: number;
}

/** The server may contradict us (another tab toggles too); after this often it is believed. */
const MAX_CONTRADICTIONS = 2;

const lanesOf = new WeakMap<QueryClient, Map<string, { wanted: boolean; show(): void }>>();
let session = 0;
if (typeof window !== 'undefined') window.addEventListener(LOGOUT_EVENT, () => (session += 1));

/**
 * Turns to the other side of what the person sees. Calls for one subject go one after another and only
 * while the server differs from what is wanted, so quick clicks end in the state last shown. A
 * failure goes back silently (spec §4). Resolves when nothing is left to send.
 */
export async function press<Subject, Answer extends { on: boolean }>(
  client: QueryClient,
  kind: ToggleKind<Subject, Answer>,
  subject: Subject,
  isOn: boolean,
): Promise<void> {
  const lanes = lanesOf.get(client) ?? new Map<string, { wanted: boolean; show(): void }>();
  lanesOf.set(client, lanes);
  const id = `${session} ${kind.name} ${kind.idOf(subject)}`;
  const busy = lanes.get(id);
  if (busy) {
    busy.wanted = !busy.wanted;
    return busy.show();
  }
  const lane = {
    client,
    kind,
    subject,
    held: isOn,
    wanted: !isOn,
    undo: undefined,
    session,
  } as Lane<Subject, Answer>;
  const show = () => notifyManager.batch(() => showWanted(lane));
  lanes.set(id, Object.assign(lane, { show }));
  show();
  await drain(lane).finally(() => lanes.delete(id));
  if (lane.session === session) kind.afterwards?.(client, subject);
}

async function drain<S, A extends { on: boolean }>(lane: Lane<S, A>): Promise<void> {
  let contradictions = 0;
  while (lane.wanted !== lane.held) {
    const asked = lane.wanted;
    const result = await outcome(lane.kind.send(lane.subject, asked));
    // Whoever is signed in now did not do this.
    if (lane.session !== session) return;
    if ('error' in result) {
      await fall(lane, result.error);
      continue;
    }
    contradictions = result.answer.on === asked ? 0 : contradictions + 1;
    accept(lane, result.answer, contradictions >= MAX_CONTRADICTIONS);
  }
}

function showWanted<S, A extends { on: boolean }>(lane: Lane<S, A>): void {
  if (lane.wanted !== lane.held) {
    lane.undo ??= lane.kind.show(lane.client, lane.subject, lane.wanted);
  } else {
    lane.undo?.();
    lane.undo = undefined;
  }
}

function accept<S, A extends { on: boolean }>(
  lane: Lane<S, A>,
  answer: A,
  isLastWord: boolean,
): void {
  const { client, kind, subject } = lane;
  notifyManager.batch(() => {
    if (answer.on === lane.held) lane.undo?.();
    // With an undo at hand the new state is what is shown already.
    else if (!lane.undo) kind.show(client, subject, answer.on);
    lane.undo = undefined;
    lane.held = answer.on;
    if (isLastWord) lane.wanted = answer.on;
    kind.settle?.(client, subject, answer);
    showWanted(lane);
  });
}

async function fall<S, A extends { on: boolean }>(lane: Lane<S, A>, error: unknown): Promise<void> {
  lane.wanted = lane.held;
  notifyManager.batch(() => showWanted(lane));
  lane.kind.failed?.(lane.client, lane.subject, error);
  if (!lane.kind.reread || !mayHaveActed(error)) return;
  const result = await outcome(lane.kind.reread(lane.subject));
  if ('answer' in result && lane.session === session) {
    const wasPressedSince = lane.wanted !== lane.held;
    accept(lane, result.answer, !wasPressedSince);
  }
}

function mayHaveActed(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
}

function outcome<A>(sent: Promise<A>): Promise<{ answer: A } | { error: unknown }> {
  return sent.then(
    (answer) => ({ answer }),
    (error: unknown) => ({ error }),
  );
}
