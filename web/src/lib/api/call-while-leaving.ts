import type { CallInput, PlainRequest } from '@roost/contract/client';
import type { AnyEndpoint, Answer } from '@roost/contract/endpoint';
import { callBy, readAnswer, type CallOptions } from './api.ts';
import { unreachable } from './api-error.ts';

/** Like `call`, for the moment in which the page closes. The browser sends the request after the page is gone. */
export function callWhileLeaving<E extends AnyEndpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = { quiet: true },
): Promise<Answer<E>> {
  return callBy(sendKept, endpoint, input, options);
}

async function sendKept({ url, method, headers, body }: PlainRequest): Promise<unknown> {
  let response: Response;
  try {
    response = await fetch(url, {
      method,
      headers: { Accept: 'application/json', ...headers },
      body: body ?? null,
      credentials: 'same-origin',
      keepalive: true,
    });
  } catch {
    throw unreachable();
  }
  return readAnswer(response.status, await response.text());
}
