import type { QueryClient } from '@tanstack/react-query';
import { personalSet } from '../../lib/logout.ts';
import { onLive, onMissed } from '../../lib/socket/live.ts';
import { recheckActs } from './decisions/delayed-acts.ts';
import { moderationKeys } from './moderation-keys.ts';
import { deselectCase } from './queue/selection.ts';

/** A wave of reports brings many events at once. Lists are read again at most this often. */
const REFRESH_MS = 500;

let timer: ReturnType<typeof setTimeout> | undefined;
const changed = personalSet<string>();

// Only the desk and its badge load this module. They read their lists when they open, so it misses nothing before that.
onLive('caseChanged', (client, { _id, status }) => {
  changed.add(_id);
  if (status === 'closed') {
    // Nobody decides a case that left the queue by what they selected before.
    deselectCase(_id);
    void recheckActs(_id);
  }
  timer ??= setTimeout(() => refresh(client), REFRESH_MS);
});

onMissed((client) => {
  void client.invalidateQueries({ queryKey: moderationKeys.all });
  void recheckActs();
});

function refresh(client: QueryClient): void {
  timer = undefined;
  for (const id of changed)
    void client.invalidateQueries({ queryKey: moderationKeys.case(id), exact: true });
  changed.clear();
  void client.invalidateQueries({ queryKey: moderationKeys.lists });
  void client.invalidateQueries({ queryKey: moderationKeys.appeals });
}
