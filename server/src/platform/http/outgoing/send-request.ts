import type { IncomingHttpHeaders } from 'node:http';
import type { Context } from '../../../kernel/context.ts';
import type { OutgoingFailureReason } from '../../../kernel/ports.ts';
import { findAddresses } from './find-addresses.ts';
import { openResponse } from './open-response.ts';
import { OutgoingFailure, reasonOf } from './outgoing-failure.ts';
import { ACCEPTED_ENCODINGS, readBody, type Body } from './read-body.ts';
import { readUrl, type UrlRules } from './read-url.ts';

const UNREAD: Body = { body: Buffer.alloc(0), isCut: true };
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export interface OutgoingRequest extends UrlRules {
  url: string;
  method?: 'GET' | 'POST';
  accept?: string;
  /** Only the site of `url` gets these, and no site that it redirects to. */
  headers?: Record<string, string>;
  body?: Uint8Array;
  /** How many redirects to follow. More fail. With 0, a redirect is an answer. A request with a body follows none. */
  maxRedirects?: number;
  /** In ms, for look-ups, connections, redirects and the body together. */
  timeoutMs: number;
  /** The rest of a longer body is not read. Counts decoded bytes. */
  maxBytes: number;
  /** Whether to read the body. Otherwise it is empty. */
  wantsBody?: (head: AnswerHead) => boolean;
}

export interface AnswerHead {
  /** The address after redirects. */
  url: string;
  status: number;
  headers: IncomingHttpHeaders;
}

export interface OutgoingAnswer extends AnswerHead, Body {
  ok: true;
}

export type OutgoingResult = OutgoingAnswer | { ok: false; reason: OutgoingFailureReason };

/**
 * Sends a request to an address that a stranger named. It connects to addresses within reach alone, also after a redirect or a
 * second look-up of the name. It keeps and sends no cookies. It never throws (decision 81).
 */
export async function sendRequest(
  { metrics }: Pick<Context, 'metrics'>,
  request: OutgoingRequest,
  nameServers?: string[],
): Promise<OutgoingResult> {
  const signal = AbortSignal.timeout(request.timeoutMs);
  try {
    const answer = await follow(request, signal, nameServers);
    metrics.outgoingRequests.add('answered');
    return answer;
  } catch (error) {
    const reason = reasonOf(error, signal.aborted);
    metrics.outgoingRequests.add(reason);
    return { ok: false, reason };
  }
}

async function follow(
  request: OutgoingRequest,
  signal: AbortSignal,
  nameServers: string[] | undefined,
): Promise<OutgoingAnswer> {
  const first = readUrl(request.url, request);
  const maxRedirects = request.body ? 0 : (request.maxRedirects ?? 0);
  let url = first;
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const headers = headersFor(request, url.origin === first.origin);
    const { reach, method = 'GET', body: sent } = request;
    const addresses = await findAddresses(url, { reach, signal, nameServers });
    const response = await openResponse(url, { method, headers, body: sent, addresses, signal });
    try {
      const { statusCode: status = 0, headers: received } = response;
      if (maxRedirects === 0 || !REDIRECTS.has(status) || received.location === undefined) {
        const head = { url: url.href, status, headers: received };
        const isWanted = request.wantsBody?.(head) ?? true;
        const body = isWanted ? await readBody(response, request.maxBytes) : UNREAD;
        return { ok: true, ...head, ...body };
      }
      url = readUrl(received.location, request, url);
    } finally {
      response.destroy();
    }
  }
  throw new OutgoingFailure('redirects');
}

function headersFor({ accept, headers }: OutgoingRequest, isFirstSite: boolean) {
  return {
    ...(isFirstSite && headers),
    ...(accept !== undefined && { Accept: accept }),
    'Accept-Encoding': ACCEPTED_ENCODINGS,
    'User-Agent': 'Roost',
  };
}
