import { registerRoute } from 'workbox-routing';
import { storeShared } from '../lib/offline/shared-content.ts';
import { SHARE_ACTION, SHARED } from '../lib/offline/launch-paths.ts';
import { paths } from '../paths.ts';

/** Keeps what the phone shares until the composer opens, and opens the app. */
async function receive({ request }: { request: Request }): Promise<Response> {
  const form = await request.formData();
  const textOf = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  const files = form.getAll('files').filter((each) => each instanceof File);
  const parts = [textOf('title'), textOf('text'), textOf('url')];
  // If the browser refuses storage, the page finds nothing, and says so.
  await storeShared(parts, files).catch(() => {});
  return Response.redirect(`${paths.home}?${SHARED}`, 303);
}

registerRoute(
  ({ sameOrigin, url }) => sameOrigin && url.pathname === SHARE_ACTION,
  receive,
  'POST',
);
