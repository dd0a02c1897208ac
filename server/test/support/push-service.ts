import { createPublicKey, verify } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PushKind, PushPayload } from '@roost/contract/push';
import * as push from '@roost/contract/push';
import { getSite } from '@roost/contract/site';
import { v7 as newId } from 'uuid';
import { onTestFinished } from 'vitest';
import { sendPushJob, type PushJob } from '../../src/push/push.jobs.ts';
import { sendPush } from '../../src/push/delivery/send-push.ts';
import type { TestApp } from './app.ts';
import type { Member } from './cast.ts';
import { startOtherSite } from './other-site.ts';
import { newBrowserKeys, readPush, type BrowserSecrets } from './read-push.ts';
import { takeJobs } from './vendor-graphile-worker.ts';

/** Reads the proof of the server in a request. Throws if it is no proof for this origin. */
export function readProof(header: string | undefined, origin: string) {
  const [, token = '', key = ''] = /^vapid t=(\S+), k=(\S+)$/.exec(header ?? '') ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [
    point.subarray(1, 33).toString('base64url'),
    point.subarray(33).toString('base64url'),
  ] as const;
  const isValid = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    {
      key: createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } }),
      dsaEncoding: 'ieee-p1363',
    },
    Buffer.from(signature, 'base64url'),
  );
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as {
    aud: string;
    exp: number;
    sub: string;
  };
  if (!isValid || aud !== origin || exp * 1_000 < Date.now()) throw new Error('no valid proof');
  return { key, sub };
}

/** A push that the service took, as its browser reads it. */
export interface TakenPush {
  payload: PushPayload;
  headers: IncomingMessage['headers'];
  /** The public key of the server, and how to reach its operator. */
  key: string;
  sub: string;
}

type Answer = (response: ServerResponse) => void;

/** A browser that has subscribed at the service. */
export interface Browser {
  endpoint: string;
  keys: { p256dh: string; auth: string };
  taken: TakenPush[];
  /** The number of requests, also of refused ones. */
  asked: number;
  /** How the service answers. Absent: it takes the push. */
  answer?: Answer;
}

/** A push service on this machine, for one test. */
export async function startPushService() {
  const browsers = new Map<string, Browser & BrowserSecrets>();
  let origin = '';
  const failures: unknown[] = [];
  const address = await startOtherSite((request, response) => {
    void take(request, response).catch((error: unknown) => {
      failures.push(error);
      response.writeHead(400).end();
    });
  });
  origin = address;
  onTestFinished(() => {
    if (failures.length > 0) throw new AggregateError(failures, 'wrong requests');
  });

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const browser = browsers.get(request.url ?? '');
    if (!browser) return void response.writeHead(404).end();
    const body = Buffer.concat((await request.toArray()) as Buffer[]);
    const { key, sub } = readProof(request.headers.authorization, origin);
    if (request.method !== 'POST' || request.headers['content-encoding'] !== 'aes128gcm')
      throw new Error('not a push');
    const payload = JSON.parse(readPush(body, browser).toString()) as PushPayload;
    browser.asked += 1;
    if (browser.answer) return browser.answer(response);
    browser.taken.push({ payload, headers: request.headers, key, sub });
    response.writeHead(201).end();
  }

  return {
    address,
    /** A new browser. */
    browser(): Browser {
      const path = `/send/${newId()}`;
      const browser = { ...newBrowserKeys(), endpoint: origin + path, taken: [], asked: 0 };
      browsers.set(path, browser);
      return browser;
    },
  };
}

interface SubscribeOptions {
  kinds?: PushKind[];
  preview?: boolean;
  /** The browser of another session. */
  client?: Pick<Member, 'call'>;
}

/** Subscribes a browser of a person. */
export async function subscribe(
  member: Pick<Member, 'call'>,
  { endpoint, keys }: Pick<Browser, 'endpoint' | 'keys'>,
  { kinds, preview = true, client = member }: SubscribeOptions = {},
) {
  const { vapidKey } = (await client.call(getSite, {})).data;
  const body = {
    endpoint,
    keys,
    expirationTime: null,
    preview,
    ...(kinds && { kinds }),
    ...(vapidKey !== null && { vapidKey }),
  };
  return (await client.call(push.subscribeToPush, { body })).data.subscription;
}

/**
 * Runs the pushes that wait, each at once. Those that come again later wait for the next call. Returns what each job was about, in the
 * order of their times.
 */
export async function runPushes({ ctx }: Pick<TestApp, 'ctx'>): Promise<PushJob[]> {
  await ctx.events.settled();
  const jobs = await takeJobs<PushJob>(ctx, sendPushJob.name);
  for (const job of jobs) await sendPush(ctx, job);
  return jobs;
}
