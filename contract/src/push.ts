import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { done, success } from './wire.ts';

/** The subjects of pushes. `mentions` includes replies, and `follows` includes requests to follow. */
export const pushKinds = ['messages', 'calls', 'mentions', 'follows', 'others'] as const;
export const pushKind = z.enum(pushKinds);
export type PushKind = z.infer<typeof pushKind>;

const ENDPOINT_LENGTH = 2_000;
/** 65 bytes: a point of P-256, not compressed. */
const publicKey = z
  .string()
  .max(88)
  .regex(/^[\w-]{87}=?$/, 'Must be a public key of P-256.');

/** A browser's `PushSubscription` as JSON, with the kinds of pushes that the person wants. */
const subscriptionBody = z.object({
  endpoint: z.string().max(ENDPOINT_LENGTH),
  expirationTime: z.number().nullish(),
  keys: z.object({
    p256dh: publicKey,
    /** 16 bytes. */
    auth: z
      .string()
      .max(24)
      .regex(/^[\w-]{22}(==)?$/, 'Must be a secret of 16 bytes.'),
  }),
  kinds: z
    .array(pushKind)
    .max(pushKinds.length)
    .default([...pushKinds]),
  /** Whether the text may say who did what. Otherwise it has nothing that a lock screen should not show. */
  preview: z.boolean().default(false),
  /** The key of the server with which the browser subscribed. The default is the current one. */
  vapidKey: publicKey.optional(),
});
export type PushSubscriptionInput = z.output<typeof subscriptionBody>;

/** The subscription of a session. */
const pushSubscription = z.object({
  endpoint: z.string(),
  kinds: z.array(pushKind),
  preview: z.boolean(),
});
export type OwnPushSubscription = z.infer<typeof pushSubscription>;

const answer = success(z.object({ subscription: pushSubscription.nullable() }));

export const getPush = endpoint({
  method: 'GET',
  path: '/api/push',
  summary: 'The push subscription of this session, or null',
  auth: 'member',
  limit: 'reads',
  response: answer,
});

export const subscribeToPush = endpoint({
  method: 'POST',
  path: '/api/push',
  summary:
    'Send pushes to this browser, or change what it is told; the subscription ends with the session',
  auth: 'member',
  limit: 'writes',
  // The server looks up the endpoint's name, which can be slow.
  isRepeatable: true,
  // The keys let their holder read and send pushes.
  hasSecrets: true,
  body: subscriptionBody,
  response: answer,
});

export const unsubscribeFromPush = endpoint({
  method: 'DELETE',
  path: '/api/push',
  summary: 'Send no more pushes to the browser of this session',
  auth: 'member',
  limit: 'writes',
  response: done,
});

/** The data of a push for the service worker. The server has chosen the words, in the language of the person. */
export interface PushPayload {
  kind: PushKind;
  title: string;
  body: string;
  /** A newer notification with the same tag replaces an older one. */
  tag: string;
  /** The page or chat that a press opens. */
  opens: PushTarget;
  icon: string | null;
  lang: string;
  dir: 'ltr' | 'rtl';
  /** Whether it makes no sound, because the person knows of it. */
  isSilent: boolean;
  /** The word of the button that opens an incoming call. Null for all others. */
  answer: string | null;
}

export type PushTarget =
  | { page: 'chat'; userId: string }
  | { page: 'post'; id: string }
  | { page: 'profile'; username: string }
  | { page: 'notifications' | 'followRequests' | 'security' | 'decisions' };
