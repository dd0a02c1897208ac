import { getIceServers } from '@roost/contract/calls';
import type { Route } from '../http/route.ts';
import { iceServersFor } from './ice-servers.ts';

export function callsRoutes(route: Route): void {
  route(getIceServers, (ctx) => ({ iceServers: iceServersFor(ctx) }));
}
