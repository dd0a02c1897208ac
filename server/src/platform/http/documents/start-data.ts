import { setTimeout as wait } from 'node:timers/promises';
import { getMe } from '@roost/contract/auth';
import type { AnyEndpoint, Answer } from '@roost/contract/endpoint';
import { AppError } from '@roost/contract/errors';
import { getFeed } from '@roost/contract/feed';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../../kernel/config.ts';
import { readToken } from '../security/cookie.ts';
import type { Ask } from '../route.ts';
import { escapeJson } from './data-block.ts';

/** How long a document waits for its start data. After that the page requests the data itself. */
const START_DATA_TIMEOUT_MS = 1_500;
/** The paths whose page shows the feed. */
const home = /^\/(?:home\/?)?$/;

interface Begun {
  /** The answers to a page's first requests, as text for a data block. */
  data: string;
  isMember: boolean;
  /** The language tag that the member chose. */
  language?: string;
}

/** Returns null if the page requests the answers itself. */
export type Start = (
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
) => Promise<Begun | null>;

/** Says that nobody is signed in. So the page sends no request for it, and its console shows no failed request. */
const SIGNED_OUT = { data: '{"me":null}', isMember: false };

export function makeStart(config: Config, ask: Ask): Start {
  return async (request, reply, path) => {
    if (!isOpening(request)) return null;
    if (!readToken(config, request)) return SIGNED_OUT;
    const late = new AbortController();
    const data = await Promise.race([
      loadStartData(ask, request, reply, home.test(path)),
      wait(START_DATA_TIMEOUT_MS, null, { ref: false, signal: late.signal }).catch(() => null),
    ]);
    late.abort();
    // The cookie stays: another tab can have signed in since this page was requested.
    if (data === 'signed out') return SIGNED_OUT;
    return data && { data: escapeJson(data), isMember: true, language: data.me.data.language };
  };
}

/** Whether a browser opens a window. Frames and scripts of other pages get no data and spend no budget. */
function isOpening({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && (headers['sec-fetch-dest'] ?? 'document') === 'document';
}

interface StartData {
  me: Answer<typeof getMe>;
  feed?: Answer<typeof getFeed>;
}

/** Loads the answers as their routes give them. If the feed fails, the page requests it and shows the reason. */
async function loadStartData(
  ask: Ask,
  request: FastifyRequest,
  reply: FastifyReply,
  withFeed: boolean,
): Promise<StartData | 'signed out' | null> {
  const attempt = async <E extends AnyEndpoint>(endpoint: E) => {
    try {
      return (await ask(endpoint, request, reply)) as Answer<E>;
    } catch (error) {
      if (error instanceof AppError && error.code === 'unauthenticated') return 'signed out';
      request.log.debug({ err: error }, 'a document without its start');
      return null;
    }
  };
  const [me, feed] = await Promise.all([attempt(getMe), withFeed ? attempt(getFeed) : null]);
  // The session can end between the two answers.
  if (me === 'signed out' || feed === 'signed out') return 'signed out';
  return me === null ? null : { me, ...(feed !== null && { feed }) };
}
