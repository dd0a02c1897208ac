import type { QueryClient } from '@tanstack/react-query';
import { personalSet } from '../../lib/logout.ts';
import { onLive, onMissed } from '../../lib/socket/live.ts';
import { moderationKeys } from './moderation-keys.ts';

/** A wave of reports brings many events at once. Lists are read again at most this often. */
const REFRESH_MS = 500;

let timer: ReturnType<typeof setTimeout> | undefined;
const changed = personalSet<string>();

// Only the desk loads this module. Its lists are read when it opens, so it misses nothing before that.
onLive('caseChanged', (client, { _id }) => {
  changed.add(_id);
  timer ??= setTimeout(() => refresh(client), REFRESH_MS);
});

onMissed((client) => void client.invalidateQueries({ queryKey: moderationKeys.all }));

function refresh(client: QueryClient): void {
  timer = undefined;
  for (const id of changed)
    void client.invalidateQueries({ queryKey: moderationKeys.case(id), exact: true });
  changed.clear();
  void client.invalidateQueries({ queryKey: moderationKeys.lists });
  void client.invalidateQueries({ queryKey: moderationKeys.appeals });
}
