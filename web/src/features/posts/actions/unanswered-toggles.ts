import { getPost } from '@roost/contract/posts';
import { listBlockedUsers } from '@roost/contract/relations';
import { call } from '../../../lib/api/api.ts';
import { isUnanswered, unreachable } from '../../../lib/api/api-error.ts';
import { queryClient } from '../../../lib/cache/query-client.ts';
import {
  keepUnansweredIn,
  toggleOptimistically,
  pressed,
} from '../../../lib/cache/optimistic-toggle.ts';
import { personalSet, sessionNumber } from '../../../lib/logout.ts';
import { connection } from '../../../lib/socket/connection.ts';
import { hasFields } from '../../../lib/storage.ts';
import { viewerIdNow } from '../../auth/session.ts';
import { discard, enqueue, outboxStore } from '../../compose/outbox/outbox.ts';
import { registerKind } from '../../compose/outbox/outbox-kinds.ts';
import { decideRetry, type OutboxItem } from '../../compose/outbox/outbox-rules.ts';
import { pressBlock } from '../../users/relations/block.ts';
import { pressFollow } from '../../users/relations/follow.ts';
import { hasReaction, reactions, type Reaction } from './reactions.ts';

/**
 * The wanted state of a toggle whose call got no answer. While its page lives, `optimistic-toggle.ts` sends it, and the
 * outbox only keeps it. After a reload, or in the next tab, the outbox sends it.
 */
interface QueuedToggle extends OutboxItem {
  /** The kind of the toggle and the id of its subject. */
  toggle: string;
  wanted: boolean;
}

const KIND = 'toggle';
const idOf = (toggle: string) => `${KIND} ${toggle}`;

const isQueuedToggle = (item: OutboxItem): item is QueuedToggle =>
  item.kind === KIND && hasFields<QueuedToggle>(item, { toggle: 'string', wanted: 'boolean' });

keepUnansweredIn({
  keep(kind, id, wanted) {
    const viewerId = viewerIdNow();
    if (viewerId === undefined) return;
    const toggle = `${kind} ${id}`;
    const clientId = idOf(toggle);
    own.add(toggle);
    enqueue<QueuedToggle>(viewerId, {
      clientId,
      kind: KIND,
      lane: clientId,
      content: '',
      toggle,
      wanted,
    });
  },
  drop(kind, id) {
    const toggle = `${kind} ${id}`;
    own.delete(toggle);
    discard(idOf(toggle));
  },
});

registerKind(KIND, {
  canSend: (item) => connection() === 'open' && !isReplaced(item),
  // A refusal leaves the state as it is, silently.
  decide: (error, tries) => (isUnanswered(error) ? decideRetry(error, tries) : { type: 'gone' }),
  async send(item) {
    if (!isQueuedToggle(item)) return () => {};
    const { toggle, wanted } = item;
    const session = sessionNumber();
    const { isOn, turn } = await stateOf(toggle);
    // Somebody else may be signed in now. The toggle stays for its owner.
    if (session !== sessionNumber()) throw unreachable();
    if (!isReplaced(item) && isOn !== wanted) await turn(!wanted);
    return () => {};
  },
});

/** `optimistic-toggle.ts` sends presses on this page. They replace the earlier ones. */
const isReplaced = (item: OutboxItem): boolean => isQueuedToggle(item) && pressed.has(item.toggle);

/** The toggles that this page keeps in the outbox. */
const own = personalSet<string>();

// A press on this page replaces the toggle of an earlier page. A toggle that is too old disappears, because nothing shows it.
outboxStore.subscribe(() => {
  for (const item of outboxStore.get().filter(isQueuedToggle))
    if (item.problem || (isReplaced(item) && !own.has(item.toggle))) discard(item.clientId);
});

interface State {
  /** The state on the server, because the earlier call may have arrived. Absent if a repeated call changes nothing. */
  isOn?: boolean;
  turn: (isOn: boolean) => Promise<void>;
}

async function stateOf(toggle: string): Promise<State> {
  const [kind = '', id = ''] = toggle.split(' ');
  if (kind === 'follow') return { turn: async (isOn) => pressFollow(queryClient, id, isOn) };
  if (kind === 'block') {
    const { data } = await call(listBlockedUsers, {}, { quiet: true });
    const isOn = data.some(({ _id }) => _id === id);
    return { isOn, turn: async () => pressBlock(queryClient, id, isOn) };
  }
  const reaction = kind as Reaction;
  const { data: post } = await call(getPost, { params: { postId: id } }, { quiet: true });
  const isOn = hasReaction(post, reaction);
  return {
    isOn,
    turn: async () => toggleOptimistically(queryClient, reactions[reaction], post, isOn),
  };
}
