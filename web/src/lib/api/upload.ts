import type { CallInput, PlainRequest } from '@roost/contract/client';
import type { AnyEndpoint, Answer } from '@roost/contract/endpoint';
import { callBy, readAnswer, type CallOptions } from './api.ts';
import { tooLate, unreachable } from './api-error.ts';
import { idleTimer } from './idle-timer.ts';

interface UploadOptions extends CallOptions {
  /** Receives the sent share, from 0 to 1. */
  onProgress?: (share: number) => void;
}

/** Like `call`, for an endpoint that takes files. It reports the progress. */
export function upload<E extends AnyEndpoint>(
  endpoint: E,
  input: CallInput<E>,
  files: Record<string, Blob | undefined>,
  { onProgress = () => {}, ...options }: UploadOptions = {},
): Promise<Answer<E>> {
  const { body } = input as { body?: Record<string, unknown> };
  const whole = { ...input, body: { ...body, ...files } } as CallInput<E>;
  return callBy((request) => sendByXhr(request, onProgress), endpoint, whole, options);
}

/** `fetch` does not report the progress of an upload. */
function sendByXhr(
  { url, method, headers, body, signal }: PlainRequest,
  onProgress: (share: number) => void,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason as Error);
    const xhr = new XMLHttpRequest();
    const idle = idleTimer();
    const stop = () => xhr.abort();
    idle.signal.addEventListener('abort', stop);
    signal?.addEventListener('abort', stop);
    xhr.open(method, url);
    for (const [name, value] of Object.entries({ Accept: 'application/json', ...headers }))
      xhr.setRequestHeader(name, value);
    xhr.upload.addEventListener('progress', ({ loaded, total }) => {
      idle.touch();
      onProgress(total > 0 ? loaded / total : 0);
    });
    xhr.addEventListener('progress', idle.touch);
    xhr.addEventListener('load', () => {
      try {
        resolve(readAnswer(xhr.status, xhr.responseText));
      } catch (error) {
        reject(error);
      }
    });
    xhr.addEventListener('error', () => reject(unreachable()));
    xhr.addEventListener('abort', () =>
      reject(signal?.aborted ? (signal.reason as Error) : tooLate()),
    );
    xhr.addEventListener('loadend', () => {
      idle.stop();
      signal?.removeEventListener('abort', stop);
    });
    xhr.send(body ?? null);
    return undefined;
  });
}
