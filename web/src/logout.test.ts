import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Media } from '@roost/contract/media';
import { expect, test } from 'vitest';
import { ownPreviewOf, rememberPreview } from './features/media/placeholder.ts';
import { pressed } from './lib/cache/optimistic-toggle.ts';
import { announceLogout } from './lib/logout.ts';

/** Modules with state that need no listener of their own, each with the reason. */
const impersonal: Record<string, string> = {
  'features/auth/session.ts': 'ends the session itself',
  'features/calls/call-store.ts': 'live-calls.ts sends it `signedOut`, which clears it',
  'features/calls/watch-calls.ts': 'ends the session of the call when the call store is idle',
  'features/calls/ringing/ring.ts': 'stops when the call store is idle',
  'features/calls/session/current-session.ts':
    'watch-calls.ts clears it when the call store is idle',
  'features/calls/session/room.ts': 'watch-calls.ts closes it when the call store is idle',
  'features/compose/attachments/file-input.ts': 'files on their way into a draft, for a moment',
  'features/compose/kept-drafts/draft-openers.ts': 'the modules that open drafts',
  'features/compose/outbox/outbox-attempts.ts': 'ids of calls, until each call ends',
  'features/compose/outbox/outbox-storage.ts': 'ids of the locks of this tab',
  'features/compose/outbox/outbox-kinds.ts':
    'the modules that send, and those that hear of refusals',
  'features/auth/end-session.ts': 'a sign-out on its way',
  'features/billing/live-premium.ts': 'a flag',
  'features/media/video/autoplay.ts': 'the videos on screen',
  'features/notifications/list/seen-groups.ts': 'a constant',
  'features/posts/list/post-list-position.ts': 'a flag',
  'features/users/presence.ts': 'the end of the connection clears it',
  'lib/api/api.ts': 'the listeners of the app',
  'lib/api/without-schemas.ts': 'a constant',
  'lib/cache/write-cache.ts': 'the writes that running fetches lack',
  'lib/device-choice.ts': 'a choice of this browser, not of the person',
  'lib/keys/key-sequence.ts': 'a key that waits for the next one, for a moment',
  'lib/keys/single-keys.ts': 'a count of mounted pages',
  'lib/offline/install-prompt.ts': 'the offer of the browser to install the app',
  'lib/page/load-chunk.ts': 'parts of the app that failed to load',
  'lib/page/page-title.ts': 'the next page and the call store replace it',
  'lib/page/display.ts': 'a choice of this browser, not of the person',
  'lib/pictures/failed-url.ts': 'a count of reconnections',
  'lib/router/router.tsx': 'the current address',
  'lib/socket/connection.ts': 'the state of the connection',
  'lib/socket/live.ts': 'the handlers of the features',
  'lib/socket/network.ts': 'whether there is a network',
  'shell/offline/app-versions.ts': 'versions of the app',
  'shell/offline/offline.ts': 'a flag',
};

const state =
  /^(?:export )?(?:let |const \w+(?:: [^=]+)? = (?:new (?:Map|Set|WeakMap)|createStore|keyedStore|createBatcher)\b)/m;

test('every module with state clears it at a logout', () => {
  const modules = globSync('{features,lib,shell,screens}/**/*.{ts,tsx}', {
    cwd: import.meta.dirname,
  })
    .filter((file) => !/\.test\.|fake-|sample-/.test(file))
    .map((file) => ({
      file: file.replaceAll(path.sep, '/'),
      text: readFileSync(path.join(import.meta.dirname, file), 'utf8'),
    }));
  const forgetful = modules
    .filter(({ text }) => state.test(text) && !/onLogout\(|personal(?:Map|Set|Store)</.test(text))
    .map(({ file }) => file);
  expect(forgetful.filter((file) => !(file in impersonal))).toEqual([]);
});

test('the next person in this tab finds no pictures and presses of the first', () => {
  rememberPreview('picture', 'blob:of-the-first');
  pressed.add('like post');
  announceLogout('signedOut');
  expect(ownPreviewOf({ _id: 'picture' } as Media)).toBeUndefined();
  expect([...pressed]).toEqual([]);
});
