import { signalEvents } from '@roost/contract/calls';
import type { AnyEndpoint } from '@roost/contract/endpoint';
import { endpoints } from '@roost/contract/endpoints';
import { clientEvents } from '@roost/contract/events';
import { disableTotp } from '@roost/contract/factors';
import { deleteAllNotifications, markAllRead } from '@roost/contract/notifications';
import { createPost } from '@roost/contract/posts';
import { z } from 'zod';
import { clockSteps } from '../../src/billing/provider/sandbox/advance-sandbox.ts';
import { testCards } from '../../src/billing/provider/sandbox/test-cards.ts';
import type { TestApp } from './app.ts';
import type { NamespaceName } from './fuzz-person.ts';
import { nameOf } from './requests.ts';

/** An endpoint, a route beside the endpoints, or an event of a socket. */
export type Target =
  | { name: string; endpoint: AnyEndpoint }
  | { name: string; method: string; path: string; form?: z.ZodObject }
  | { name: string; namespace: NamespaceName; event: string };

export interface WeightedTarget {
  weight: number;
  target: Target;
}

/** Targets that no generated input can reach with a success, and why. */
export const UNREACHABLE: Readonly<Record<string, string>> = {
  'POST /api/auth/passkeys': 'needs an authenticator',
  'POST /api/auth/passkeys/options': 'needs an address with https',
  'POST /api/auth/login/passkey/options': 'needs an address with https',
  'POST /api/auth/login/passkey': 'needs an authenticator',
  'DELETE /api/auth/passkeys/:passkeyId': 'needs a passkey',
  'POST /api/subscription/webhook': 'needs the signature of the payment provider',
  'GET /api/docs/yaml': 'is not there for anybody',
  'event no such event': 'is not there for anybody',
};

/** Targets that hash a password: many calls would only cost time. */
const SLOW = /auth\/(login$|register|updatePassword|resetPassword)/;
/** Targets that always succeed and take away what others need. */
const SWEEPING: readonly AnyEndpoint[] = [deleteAllNotifications, markAllRead, disableTotp];
/** Nobody but the test waits for these: the end of a drain, or the documents of the interface. */
const LEFT_OUT = /^(\/api\/docs\/static|\/metrics)/;

/** The forms of the routes beside the endpoints. */
const forms: Readonly<Record<string, z.ZodObject>> = {
  'POST /sandbox/checkout/:id': z.object({ card: z.enum(Object.keys(testCards)) }),
  'POST /sandbox/clock': z.object({ id: z.string(), move: z.enum(clockSteps) }),
};

/** Everything that an application answers, with its share of the inputs. */
export function targetsOf(app: TestApp): WeightedTarget[] {
  const paths = new Set(endpoints.map(nameOf));
  const beside = app.routes.filter(
    ({ method, url }) =>
      !['OPTIONS', 'HEAD'].includes(method) &&
      !paths.has(`${method} ${url}`) &&
      !LEFT_OUT.test(url),
  );
  return [
    ...endpoints.map((endpoint) => ({
      weight: weightOf(endpoint),
      target: { name: nameOf(endpoint), endpoint },
    })),
    ...beside.map(({ method, url }) => {
      const name = `${method} ${url}`;
      const form = forms[name];
      return { weight: form ? 40 : 10, target: { name, method, path: url, ...(form && { form }) } };
    }),
    ...eventsOf('', [...Object.keys(clientEvents), 'no such event']),
    ...eventsOf('/webrtc', Object.keys(signalEvents)),
  ];
}

function weightOf(endpoint: AnyEndpoint): number {
  if (SLOW.test(endpoint.path) || SWEEPING.includes(endpoint)) return 8;
  return endpoint === createPost ? 80 : 40;
}

function eventsOf(namespace: NamespaceName, names: string[]) {
  return names.map((event) => ({
    weight: 40,
    target: { name: `event ${namespace}${namespace && ' '}${event}`, namespace, event },
  }));
}

/** Only two people of a call get far with these. */
export const isOfCall = (target: Target) =>
  'namespace' in target && (target.namespace !== '' || /call|hangUp/i.test(target.event));
