import * as words from '#words/lib';
import { buildRequest, type CallInput, type PlainRequest } from '@roost/contract/client';
import type { AnyEndpoint, Answer } from '@roost/contract/endpoint';
import { isOffline } from '../socket/network.ts';
import {
  ApiError,
  cancelled,
  failure,
  isUnanswered,
  offline,
  tooLate,
  unreachable,
} from './api-error.ts';
import { idleTimer } from './idle-timer.ts';
import { translateError } from './translate-error.ts';

export { ApiError };

export interface CallOptions {
  /** Shows no error toast. The caller shows the failure itself, or reverts silently. */
  quiet?: boolean | ((error: ApiError) => boolean);
  /** False for the proof itself: it would wait for the dialog that sends it. */
  asksForProof?: boolean;
}

interface Listeners {
  /** Called for every failure that is not quiet. */
  onFailure(error: ApiError): void;
  /** Called for a 401: there is no session. */
  onUnauthenticated(error: ApiError): void;
  /** Asks the person for a proof, which a call needs. Resolves to whether it was given. */
  onReauthRequired(error: ApiError): Promise<boolean>;
}

let listeners: Listeners = {
  onFailure: () => {},
  onUnauthenticated: () => {},
  onReauthRequired: async () => false,
};

/** Sets the listeners once, at the start, because this module imports neither toasts nor sessions. */
export function listenToFailures(to: Listeners): void {
  listeners = to;
}

/**
 * Calls an endpoint of the contract. Rejects with an `ApiError`, whose message the interface can show as it is. If
 * `input.signal` is aborted, it rejects with the reason of the abort. If the server wants a proof of the person first, it
 * asks for one and repeats the call.
 */
export function call<E extends AnyEndpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<Answer<E>> {
  return callBy(send, endpoint, input, options);
}

/** The same with another transport. `send` resolves with the parsed body, or rejects like `call`. */
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
    // The bar says that the app is offline, and the place of the answer says what is missing. A toast would say it again.
    if (endpoint.method === 'GET' && isUnanswered(error) && isOffline()) throw offline();
    await translateError(error);
    const { quiet = false, asksForProof = true } = options;
    if (error.code === 'reauth_required' && asksForProof) {
      if (await listeners.onReauthRequired(error)) return callBy(send, endpoint, input, options);
      throw cancelled();
    }
    // The toast comes before the logout, because the login screen does not show it.
    if (!(typeof quiet === 'function' ? quiet(error) : quiet)) listeners.onFailure(error);
    if (error.status === 401) listeners.onUnauthenticated(error);
    throw error;
  }
}

function build<E extends AnyEndpoint>(endpoint: E, input: CallInput<E>): PlainRequest {
  try {
    return buildRequest(endpoint, input);
  } catch (error) {
    throw new ApiError((error instanceof Error && error.message) || words.requestFailed, {
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
      // A small write, such as a like: the browser finishes it if the person leaves the page at once.
      keepalive: method !== 'GET' && !body,
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

/** Returns the parsed body of a success. Throws an `ApiError` for any other status. */
export function readAnswer(status: number, raw: string): unknown {
  if (status < 200 || status > 299)
    throw failure(status, raw, words.requestFailedWithStatus({ status }));
  try {
    return JSON.parse(raw);
  } catch {
    throw failure(status, '', words.theServersAnswerCouldNotBeRead);
  }
}

/** Reads the body in pieces. Each piece restarts the timeout, so a slow answer can finish. */
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
