import * as endpoints from '@roost/contract/markers';
import type { Route } from '../../platform/http/route.ts';
import { readMarkers, setMarkers } from './markers.ts';

export function markersRoutes(route: Route): void {
  route(endpoints.getMarkers, async (ctx) => ({ data: { markers: await readMarkers(ctx) } }));

  route(endpoints.setMarkers, async (ctx, { body }) => ({
    data: { markers: await setMarkers(ctx, body) },
  }));
}
