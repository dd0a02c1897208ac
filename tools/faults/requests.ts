import { buildRequest, type CallInput } from '@roost/contract/client';
import type { AnyEndpoint } from '@roost/contract/endpoint';
import type { Person } from './people.ts';

/** An answer, or null if none arrived. */
export type Reply = { status: number; body: unknown } | null;

/** Longer than the server waits for its database. */
const ANSWER_TIMEOUT_MS = 30_000;

/** Why answers did not arrive in this process, with their numbers. */
export const lostAnswers = new Map<string, number>();

/** Sends a request of a person. `giveUp` ends the wait for the answer. */
export async function send<E extends AnyEndpoint>(
  address: string,
  person: Pick<Person, 'cookie'>,
  endpoint: E,
  input: CallInput<E>,
  giveUp?: AbortSignal,
): Promise<Reply> {
  const { url, method, headers, body } = buildRequest(endpoint, input);
  const timeout = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
  try {
    const answer = await fetch(new URL(url, address), {
      method,
      headers: { ...headers, Cookie: person.cookie },
      ...(body !== undefined && { body }),
      signal: giveUp ? AbortSignal.any([timeout, giveUp]) : timeout,
    });
    const text = await answer.text();
    return { status: answer.status, body: readJson(text) };
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: string } };
    const reason = cause?.code ?? name;
    lostAnswers.set(reason, (lostAnswers.get(reason) ?? 0) + 1);
    return null;
  }
}

/** An answer of a proxy need not be JSON. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
