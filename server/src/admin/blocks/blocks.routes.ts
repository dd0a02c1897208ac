import { getSiteBlocks, setSiteBlocks } from '@roost/contract/admin';
import type { Route } from '../../platform/http/route.ts';
import { findBlocks } from '../../site/site.queries.ts';
import { setBlocks } from './set-blocks.ts';

export function siteBlocksRoutes(route: Route): void {
  route(getSiteBlocks, async (ctx) => ({ data: await findBlocks(ctx) }));

  route(setSiteBlocks, async (ctx, { body }, { request }) => ({
    data: await setBlocks(ctx, body, request.ip),
    message: 'Blocks saved.',
  }));
}
