import { setTimeout as wait } from 'node:timers/promises';
import { getMe } from '@roost/contract/auth';
import type { AnyEndpoint } from '@roost/contract/endpoint';
import { getFeed } from '@roost/contract/posts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { readToken } from './cookie.ts';
import type { Ask } from './route.ts';

/** Milliseconds a document waits for what it brings along; without it, the page asks by itself. */
const START_WITHIN = 1_500;
/** Where the feed is what the page shows. */
const home = /^\/(?:home\/?)?$/;

/** What a signed-in person's page would ask for first, as text for a data block; null where it is to ask by itself. */
export type Start = (
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
) => Promise<string | null>;

export function makeStart(config: Config, ask: Ask): Start {
  return async (request, reply, path) => {
    if (!isOpening(request) || !readToken(config, request)) return null;
    const late = new AbortController();
    const data = await Promise.race([
      gather(ask, request, reply, home.test(path)),
      wait(START_WITHIN, null, { ref: false, signal: late.signal }).catch(() => null),
    ]);
    late.abort();
    return data && asBlock(data);
  };
}

/** Whether a window is being opened: other pages' frames and scripts get nobody's data, and spend nobody's budget. */
function isOpening({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && (headers['sec-fetch-dest'] ?? 'document') === 'document';
}

/** The answers, as their routes give them. A feed that fails is asked for by the page, which says what it failed of. */
async function gather(
  ask: Ask,
  request: FastifyRequest,
  reply: FastifyReply,
  withFeed: boolean,
): Promise<object | null> {
  const attempt = async (endpoint: AnyEndpoint) => {
    try {
      return await ask(endpoint, request, reply);
    } catch (error) {
      request.log.debug({ err: error }, 'a document without its start');
      return null;
    }
  };
  const [me, feed] = await Promise.all([attempt(getMe), withFeed ? attempt(getFeed) : null]);
  return me === null ? null : { me, ...(feed !== null && { feed }) };
}

/** JSON in which nothing can end the element it stands in, or begin another. */
function asBlock(data: object): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}
