import { io } from 'socket.io-client';
import { endpoints } from '@roost/contract/endpoints';
import { Chance } from '../../../tools/seed/chance.ts';
import type { TestApp } from './app.ts';
import { readAddresses } from './read-addresses.ts';
import { Recorder } from './recorder.ts';
import { nameOf } from './requests.ts';
import { SweepScene, type Viewer } from './sweep-scene.ts';

/** Requests under way at once. */
const READERS = 6;
/** Milliseconds within which an event may still arrive that the server made before a change. */
const EVENT_DELAY_MS = 1_500;
/** Enough to see a pattern. `tools/sweep-mutants.ts` wants to see all ways in. */
const MAX_FINDINGS = Number(process.env.SWEEP_MAX_FINDINGS ?? 10);
const NAMESPACES = ['', '/webrtc'];

interface Tab {
  emit(name: string, payload: unknown): void;
  close(): void;
}

interface Request {
  source: string;
  path: string;
  init?: RequestInit;
  /** The id of a post on which nobody may act who does not see it. */
  target?: string;
}

export interface SweepReport {
  seed: number;
  /** Answers and frames. */
  count: number;
  seconds: number;
  changes: number;
  bytes: number;
  /** The names of the secrets that somebody saw, of all. */
  seen: string[];
  secrets: number;
  sources: Record<string, number>;
  findings: string[];
}

/**
 * Lets every kind of viewer read everything in random order, while follows, blocks, mutes, deletions and suspensions go on. Records each
 * answer and frame, and finds what a viewer should not have got.
 */
export async function sweep(
  app: TestApp,
  { count, seed, onProgress }: { count: number; seed: number; onProgress?: (line: string) => void },
): Promise<SweepReport> {
  const begun = performance.now();
  const chance = new Chance(seed);
  const scene = await SweepScene.set(app);
  const recorder = new Recorder(app, scene.secrets);
  const sockets = new Map(scene.viewers.map((viewer) => [viewer, listen(viewer, recorder, 0)]));
  let changes = 0;
  const over = new AbortController();
  const changing = (async () => {
    while (!over.signal.aborted) {
      await scene.changes.makeOne(chance);
      changes += 1;
    }
  })();
  let said = 0;
  const read = async () => {
    while (recorder.count < count && recorder.findings.length < MAX_FINDINGS) {
      const viewer = chance.pick(scene.viewers);
      if (chance.isTrue(0.02)) {
        // A tab that returns gets all stored events again, as it may see them now.
        sockets.get(viewer)?.close();
        sockets.set(viewer, listen(viewer, recorder, 0));
      }
      if (chance.isTrue(0.1)) sockets.get(viewer)?.emit(...eventOf(viewer, scene, chance));
      await ask(viewer, requestOf(scene, chance), { scene, recorder, chance });
      if (Math.floor(recorder.count / 10_000) > said) {
        said = Math.floor(recorder.count / 10_000);
        onProgress?.(`seed ${seed}: ${recorder.count} answers and frames, ${changes} changes`);
      }
    }
  };
  const readers = Array.from({ length: READERS }, read);
  await Promise.race([Promise.all(readers), changing]);
  over.abort();
  await Promise.all([...readers, changing]);
  for (const socket of sockets.values()) socket.close();
  return {
    seed,
    count: recorder.count,
    seconds: Math.round((performance.now() - begun) / 1_000),
    changes,
    bytes: recorder.bytes,
    seen: [...recorder.seen],
    secrets: scene.secrets.all.length,
    sources: Object.fromEntries(recorder.sources),
    findings: recorder.findings,
  };
}

/** Connects a tab of this viewer to both namespaces. Records the bytes of all frames. */
function listen({ name, client }: Viewer, recorder: Recorder, since: number): Tab {
  const open = NAMESPACES.map((namespace) => {
    const socket = io(`${client.address}${namespace}`, {
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      auth: { since, extended: true },
      extraHeaders: { ...(client.cookie && { Cookie: client.cookie }) },
    });
    socket.io.engine?.on('packet', ({ data }: { data?: unknown }) => {
      if (typeof data !== 'string') return;
      const event = /"(\w+)"/.exec(data)?.[1] ?? 'control';
      const from = performance.now() - EVENT_DELAY_MS;
      recorder.hear({ viewer: name, source: `event ${namespace} ${event}`, text: data, from });
    });
    return socket;
  });
  return {
    emit: (name, payload) => open[0]?.emit(name, payload),
    close: () => {
      for (const socket of open) socket.disconnect();
    },
  };
}

/** Events that make others receive events. */
function eventOf({ id }: Viewer, scene: SweepScene, chance: Chance): [string, unknown] {
  const other = chance.pick(scene.people).id;
  const conversationId = chance.pick(scene.conversationIds);
  const message = { content: 'canary hello', media: [] };
  return chance.pick<[string, unknown]>([
    ['addUser', id],
    ['userOffline', id],
    ['typing', { conversationId, receiverId: other }],
    ['sendMessage', { conversationId, receiverId: other, message }],
    ['markMessagesAsRead', { conversationId }],
    ['callUser', { targetUserId: other }],
    ['hangUp', { to: other }],
    ['feedOpened', { tab: chance.pick(['foryou', 'following']) }],
  ]);
}

async function ask(
  viewer: Viewer,
  { source, path, init, target }: Request,
  { scene, recorder, chance }: { scene: SweepScene; recorder: Recorder; chance: Chance },
): Promise<void> {
  const from = performance.now();
  const headers = new Headers(init?.headers);
  if (viewer.client.cookie) headers.set('Cookie', viewer.client.cookie);
  const response = await fetch(`${viewer.client.address}${path}`, {
    redirect: 'manual',
    ...init,
    headers,
  });
  const sent = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
  const isText = /json|html|text/.test(response.headers.get('content-type') ?? '');
  const bytes = Buffer.from(await response.arrayBuffer());
  const body = bytes.toString(isText ? 'utf8' : 'latin1');
  recorder.hear({ viewer: viewer.name, source, text: `${sent}\n\n${body}`, from });
  // A busy machine refuses requests, and `npm run fuzz` looks for other failures.
  if (response.status >= 500 && response.status !== 503)
    recorder.findings.push(`${source} ${response.status} ${body}`);
  const file = scene.files.find((each) => each.path === path);
  // A success says that the file or the post exists.
  const accepted = file?.secret.token ?? target;
  if (accepted && response.ok)
    recorder.hear({ viewer: viewer.name, source, text: `accepted: ${accepted}`, from });
  const cursor = /"nextCursor":"([\w-]+)"/.exec(body)?.[1];
  if (cursor && init === undefined && !path.includes('cursor=') && chance.isTrue(0.5)) {
    const next = `${path}${path.includes('?') ? '&' : '?'}cursor=${cursor}`;
    await ask(viewer, { source, path: next }, { scene, recorder, chance });
  }
}

/** The GET endpoints without a row of addresses, which the sweep asks too. */
const others = endpoints.filter(
  (endpoint) => endpoint.method === 'GET' && !readAddresses[nameOf(endpoint)],
);
const pages = ['', '/search?q=canary', '/bookmarks', '/noti', '/message', '/blocked-users'];

function requestOf(scene: SweepScene, chance: Chance): Request {
  const kind = chance.next();
  if (kind < 0.62) {
    const [source, addresses] = chance.pick(Object.entries(readAddresses));
    const path = chance.pick(addresses({ ...subjectsOf(scene), names: ['of Roost', 'changing'] }));
    // Short pages have a cursor.
    return { source, path: path.replace('limit=50', `limit=${chance.pick([2, 10, 50])}`) };
  }
  // The beginning of all tokens, which are hashtags too.
  if (kind < 0.64)
    return { source: 'GET /api/search/hashtags', path: '/api/search/hashtags?query=zq' };
  if (kind < 0.74) {
    const endpoint = chance.pick(others);
    const path = endpoint.path.replace(/:\w+/g, () => anyId(scene, chance));
    return { source: nameOf(endpoint), path };
  }
  if (kind < 0.8) {
    const page = chance.pick([
      ...pages,
      `/post/${anyId(scene, chance)}`,
      `/profile/${chance.pick(scene.people).username}`,
    ]);
    return { source: 'a document', path: `/home${page}` };
  }
  if (kind < 0.85) return { source: 'a file', path: chance.pick(scene.files).path };
  return actionOf(scene, chance);
}

const subjectsOf = ({ people, postIds, conversationIds, listIds }: SweepScene) => ({
  people,
  postIds,
  conversationIds,
  listIds,
});

const anyId = (scene: SweepScene, chance: Chance) =>
  chance.pick([
    ...scene.secrets.all.flatMap(({ id }) => id ?? []),
    ...scene.people.map(({ id }) => id),
  ]);

const json = (method: string, body: object): RequestInit => ({
  method,
  body: JSON.stringify(body),
  headers: { 'Content-Type': 'application/json' },
});

/** Answers to actions show posts and people too, and the actions make notifications and messages. */
function actionOf(scene: SweepScene, chance: Chance): Request {
  const postId = chance.pick(scene.postIds);
  const { id } = chance.pick(scene.people);
  const conversationId = chance.pick(scene.conversationIds);
  const comment = new FormData();
  comment.append('content', 'canary remark');
  comment.append('parentPost', postId);
  return chance.pick<Request>([
    { source: 'like', path: `/api/posts/${postId}/like`, init: { method: 'POST' } },
    { source: 'bookmark', path: `/api/users/bookmarks/${postId}`, init: { method: 'POST' } },
    {
      source: 'repost',
      path: `/api/posts/${postId}/repost`,
      init: { method: 'POST' },
      target: postId,
    },
    { source: 'unrepost', path: `/api/posts/${postId}/unrepost`, init: { method: 'DELETE' } },
    {
      source: 'comment',
      path: '/api/posts/createpost',
      init: { method: 'POST', body: comment },
      target: postId,
    },
    { source: 'dismiss', path: `/api/users/suggested/${id}`, init: { method: 'DELETE' } },
    {
      source: 'message',
      path: `/api/chat/conversations/${conversationId}/messages`,
      init: json('POST', { content: 'canary hello' }),
    },
    {
      source: 'read',
      path: `/api/chat/conversations/${conversationId}/read`,
      init: json('PATCH', {}),
    },
    {
      source: 'mute a thread',
      path: `/api/posts/${postId}/mute`,
      init: { method: chance.pick(['PUT', 'DELETE']) },
    },
  ]);
}
