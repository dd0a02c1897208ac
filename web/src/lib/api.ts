import { buildRequest, type CallInput, type PlainRequest } from '@roost/contract/client';
import type { AnyEndpoint, Answer } from '@roost/contract/endpoint';
import { ApiError, failure, tooLate, unreachable } from './api-error.ts';
import { idleTimer } from './idle-timer.ts';

export { ApiError };

export interface CallOptions {
  /** No error toast: the caller shows the failure itself, or undoes silently (spec §8). */
  quiet?: boolean | ((error: ApiError) => boolean);
}

interface Listeners {
  /** Every failure that is not quiet. */
  onFailure(error: ApiError): void;
  /** A 401: there is no session, or no longer. */
  onUnauthenticated(error: ApiError): void;
}

let listeners: Listeners = { onFailure: () => {}, onUnauthenticated: () => {} };

/** Says once, at the start, who hears of failures; this module knows neither toasts nor sessions. */
export function listenToFailures(to: Listeners): void {
  listeners = to;
}

/**
 * Calls an endpoint of the contract. Rejects with an `ApiError` whose message can be shown as it is,
 * or with the abort's own reason when `input.signal` was aborted.
 */
export function call<E extends AnyEndpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<Answer<E>> {
  return callBy(send, endpoint, input, options);
}

/** `send` answers with the parsed body, or throws as above. */
export async function callBy<E extends AnyEndpoint>(
  send: (request: PlainRequest) => Promise<unknown>,
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions,
): Promise<Answer<E>> {
  try {
    return (await send(build(endpoint, input))) as Answer<E>;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // First the words, then the signing out: on the login screen they would not show.
    const { quiet = false } = options;
    if (!(typeof quiet === 'function' ? quiet(error) : quiet)) listeners.onFailure(error);
    if (error.status === 401) listeners.onUnauthenticated(error);
    throw error;
  }
}

function build<E extends AnyEndpoint>(endpoint: E, input: CallInput<E>): PlainRequest {
  try {
    return buildRequest(endpoint, input);
  } catch (error) {
    throw new ApiError((error instanceof Error && error.message) || 'Request failed', {
      code: 'not_built',
    });
  }
}

async function send({ url, signal, method, headers, body }: PlainRequest): Promise<unknown> {
  const idle = idleTimer();
  try {
    const response = await fetch(url, {
      method,
      headers: { Accept: 'application/json', ...headers },
      body: body ?? null,
      credentials: 'same-origin',
      signal: signal ? AbortSignal.any([signal, idle.signal]) : idle.signal,
    });
    return readAnswer(response.status, await readText(response, idle.touch));
  } catch (error) {
    if (error instanceof ApiError) throw error;
    if (signal?.aborted) throw signal.reason;
    throw idle.signal.aborted ? tooLate() : unreachable();
  } finally {
    idle.stop();
  }
}

/** The body of a success; throws what a failure says. */
export function readAnswer(status: number, raw: string): unknown {
  if (status < 200 || status > 299)
    throw failure(status, raw, `Request failed with status ${status}`);
  try {
    return JSON.parse(raw);
  } catch {
    throw failure(status, '', 'The server’s answer could not be read. Please try again.');
  }
}

/** Reads the body piece by piece, so that a slow answer that still moves is not given up. */
async function readText(response: Response, touch: () => void): Promise<string> {
  touch();
  if (!response.body) return '';
  const decoder = new TextDecoder();
  let text = '';
  for (const reader = response.body.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    touch();
    text += decoder.decode(value, { stream: true });
  }
}
