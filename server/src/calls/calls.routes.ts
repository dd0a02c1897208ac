import { getIceServers } from '@roost/contract/calls';
import type { Route } from '../platform/http/route.ts';
import { iceConfigFor } from './ice/ice-servers.ts';

export function callsRoutes(route: Route): void {
  route(getIceServers, async (ctx) => iceConfigFor(ctx));
}
