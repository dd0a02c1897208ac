import { getPost } from '@roost/contract/posts';
import { listBlockedUsers } from '@roost/contract/relations';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { isUnanswered } from '../../../lib/api/api-error.ts';
import { onMissed } from '../../../lib/socket/live.ts';
import { whenReachable } from '../../../lib/socket/reachable.ts';
import { storedUserId } from '../../auth/session.ts';
import { pressBlock } from '../../users/relations/block.ts';
import { pressFollow } from '../../users/relations/follow.ts';
import { keepUnansweredIn, press, pressed } from '../../../lib/cache/optimistic-toggle.ts';
import { hasReaction, reactions, type Reaction } from './reactions.ts';
import { onLogout } from '../../../lib/logout.ts';
import { hasFields, storedJson } from '../../../lib/storage.ts';

/** The wanted states of toggles whose request got no answer, by kind and id. They survive a reload. */
type Toggles = Record<string, boolean>;

/** Every sign-out clears session storage. The id protects a tab in which somebody else signs in. */
const stored = () =>
  storedJson('sessionStorage', `roost:presses:${storedUserId()}`, (value) =>
    hasFields<Toggles>(value, {}) ? value : undefined,
  );
const readToggles = (): Toggles => stored().read() ?? {};

/** If the storage is refused or full, this page still sends the press. */
function write(change: (toggles: Toggles) => void): void {
  const toggles = readToggles();
  change(toggles);
  stored().write(toggles);
}

keepUnansweredIn({
  keep: (kind, id, wanted) => write((toggles) => (toggles[`${kind} ${id}`] = wanted)),
  drop: (kind, id) => forget(`${kind} ${id}`),
});

// `optimistic-toggle.ts` sends presses on this page. They replace the earlier ones.
for (const key of pressed) forget(key);
/** Keys from the page before the reload. */
let inherited = Object.keys(readToggles());
onLogout(() => (inherited = []));

// Runs after the first connection.
onMissed((client) => {
  const due = inherited;
  inherited = [];
  for (const key of due) void sendInherited(client, key);
});

async function sendInherited(client: QueryClient, key: string, tries = 1): Promise<void> {
  const wanted = readToggles()[key];
  if (wanted === undefined || pressed.has(key)) return;
  const [kind = '', id = ''] = key.split(' ');
  try {
    const { isOn, turn } = await stateOf(client, kind, id);
    // A newer press has the same value if it has no answer either.
    if (pressed.has(key) || readToggles()[key] !== wanted) return;
    if (isOn === wanted) forget(key);
    else await turn(!wanted);
  } catch (error) {
    if (!isUnanswered(error)) return forget(key);
    await whenReachable(tries);
    await sendInherited(client, key, tries + 1);
  }
}

function forget(key: string): void {
  if (key in readToggles()) write((toggles) => delete toggles[key]);
}

interface State {
  /** The state on the server, because the earlier call may have arrived. Absent if a repeated call changes nothing. */
  isOn?: boolean;
  turn: (isOn: boolean) => Promise<void>;
}

async function stateOf(client: QueryClient, kind: string, id: string): Promise<State> {
  if (kind === 'follow') return { turn: async (isOn) => pressFollow(client, id, isOn) };
  if (kind === 'block') {
    const { data } = await call(listBlockedUsers, {}, { quiet: true });
    const isOn = data.some(({ _id }) => _id === id);
    return { isOn, turn: async () => pressBlock(client, id, isOn) };
  }
  const reaction = kind as Reaction;
  const { data: post } = await call(getPost, { params: { postId: id } }, { quiet: true });
  const isOn = hasReaction(post, reaction);
  return { isOn, turn: async () => press(client, reactions[reaction], post, isOn) };
}
