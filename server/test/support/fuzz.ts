import fc from 'fast-check';
import { expect } from 'vitest';
import type { AnyEndpoint } from '@roost/contract/endpoint';
import { endpoints } from '@roost/contract/endpoints';
import { deleteClosing } from '../../src/auth/closing/closing.queries.ts';
import { openSession } from '../../src/auth/sessions/open-session.ts';
import type { TestApp } from './app.ts';
import { castOf, type Member } from './cast.ts';
import { open } from './chat.ts';
import { expectFailure } from './failure.ts';
import { bodyOf, keysOf, nameOf, NOBODY } from './requests.ts';

interface FuzzedRequest {
  endpoint: AnyEndpoint;
  /** The index of the person who sends the request, or null for a visitor. */
  who: number | null;
  params: Record<string, string>;
  query: [string, string][];
  fields: Record<string, unknown> | null;
  key: string | null;
}

/** Endpoints that hash a password, because many calls would only cost time, and the one that closes the caller's account. */
const slow = new Set([
  '/api/auth/account',
  '/api/auth/login',
  '/api/auth/register',
  '/api/auth/updatePassword',
  '/api/auth/resetPassword/:token',
]);

const anyText = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: 'grapheme', maxLength: 60 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 6_000 }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '',
      ' ',
      '\0',
      'null',
      '%',
      '%00',
      '../../',
      '-1',
      '1e400',
      '__proto__',
      "'",
      '$1',
      '{}',
      '#tag @alice',
      'public',
      'followers',
    ),
  },
);

/** Generates requests of a hostile or broken client. `ids` are existing ids. */
function requests(ids: string[]): fc.Arbitrary<FuzzedRequest> {
  const anyId = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...ids, NOBODY, 'alice', 'bob', 'carol') },
    { weight: 1, arbitrary: fc.uuid() },
    { weight: 2, arbitrary: anyText.map((text) => text.slice(0, 250) || 'x') },
  );
  const anyValue = fc.oneof(
    { weight: 5, arbitrary: anyText },
    { weight: 3, arbitrary: anyId },
    { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  );
  const chosen = fc.oneof(
    ...endpoints.map((endpoint) => ({
      // Random requests that create something mostly fail. A higher weight lets enough of them succeed.
      weight: slow.has(endpoint.path) ? 1 : endpoint.status === 201 ? 300 : 40,
      arbitrary: fc.constant(endpoint),
    })),
  );
  return chosen.chain((endpoint) => {
    const queryKeys = [...keysOf(endpoint.query), 'page', 'limit', 'cursor', '__proto__'];
    const named = keysOf(endpoint.body);
    // Requests with random uploads mostly fail, which would hide all other results.
    const others = named.filter((name) => name !== 'mediaIds');
    const bodyKeys = [...named, ...others, ...others, 'visibility', '_id'];
    return fc.record({
      endpoint: fc.constant(endpoint),
      who: fc.oneof(
        { weight: 9, arbitrary: fc.nat(2) },
        { weight: 1, arbitrary: fc.constant(null) },
      ),
      params: fc.record(Object.fromEntries(keysOf(endpoint.params).map((name) => [name, anyId]))),
      query: fc.array(fc.tuple(fc.constantFrom(...queryKeys), anyText), { maxLength: 4 }),
      fields: fc.option(
        fc.dictionary(fc.constantFrom(...bodyKeys), anyValue, {
          maxKeys: 5,
          noNullPrototype: true,
        }),
        { freq: 6 },
      ),
      key: fc.option(fc.stringMatching(/^[!-~]{1,20}$/), { freq: 2 }),
    });
  });
}

/**
 * Sends random requests in small concurrent groups and compares every answer with the contract. Fails on the first 5xx, wrong
 * schema or internal detail. The seed in the message repeats the same requests.
 */
export async function fuzz(
  app: TestApp,
  count: number,
  seed = Date.now(),
): Promise<Map<number, number>> {
  const people = await peopleOf(app);
  const posts = await Promise.all(
    people.flatMap((member) => [member.post('a post'), member.post('a secret', 'followers')]),
  );
  const [alice, bob, carol] = people as [Member, Member, Member];
  const conversations = await Promise.all([open(alice, bob), open(bob, carol)]);
  const ids = [...people, ...posts, ...conversations].map((each) =>
    '_id' in each ? each._id : each.id,
  );
  const seen = new Map<number, number>();
  const crowd = 8;
  for (let done = 0; done < count; done += crowd) {
    const sample = fc.sample(requests(ids), { numRuns: crowd, seed: seed + done });
    const statuses = await Promise.all(
      sample.map(async (request) =>
        send(app, people, request).catch((error: unknown) => {
          throw new Error(
            `seed ${seed}, after ${done}: ${nameOf(request.endpoint)} ${JSON.stringify(request).slice(0, 2_000)}`,
            { cause: error },
          );
        }),
      ),
    );
    for (const status of statuses) seen.set(status, (seen.get(status) ?? 0) + 1);
  }
  return seen;
}

async function peopleOf(app: TestApp): Promise<Member[]> {
  const { alice, bob, carol } = await castOf(app);
  return [alice, bob, carol];
}

async function send(app: TestApp, people: Member[], request: FuzzedRequest): Promise<number> {
  const { endpoint, who, params, query, fields, key } = request;
  const client = app.client();
  const member = who === null ? undefined : people[who];
  // A new session for each request, because some requests end sessions, and one closes the account.
  if (member) {
    await deleteClosing(app.ctx, member.id);
    client.cookie = `roost=${await openSession(app.ctx, member.id, { device: 'fuzz', address: '::1' })}`;
  }
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params[name] as string),
  );
  const search = new URLSearchParams(query).toString();
  const init = fields && endpoint.body ? bodyOf(endpoint, fields) : {};
  const response = await client.fetch(search ? `${path}?${search}` : path, {
    method: endpoint.method,
    ...init,
    headers: {
      ...(init.headers as Record<string, string>),
      ...(key && { 'Idempotency-Key': key }),
    },
  });
  expect(response.status, await response.clone().text()).toBeLessThan(500);
  if (!response.ok) {
    await expectFailure(response);
    return response.status;
  }
  const answer = endpoint.response.parse(await response.json());
  expect(response.status).toBe(endpoint.isPending?.(answer) ? 202 : (endpoint.status ?? 200));
  return response.status;
}
