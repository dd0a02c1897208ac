import * as words from '#words/notifications';
import type { NotificationGroup } from '@roost/contract/notifications';
import { startOfDay } from '../../../lib/format/days.ts';

interface Section {
  label: string;
  groups: NotificationGroup[];
}

/** 'This week' begins this many days ago, counting today. Today and yesterday have their own sections. */
const WEEK_DAYS = 7;

/**
 * Splits groups by the days of this device: today, yesterday, the week before, and earlier. Expects the newest group first. Leaves out
 * empty sections. `now` is in ms.
 */
export function sectionsOf(groups: readonly NotificationGroup[], now: number): Section[] {
  const starts = [
    { label: words.today, from: startOfDay(now, 0) },
    { label: words.yesterday, from: startOfDay(now, -1) },
    { label: words.thisWeek, from: startOfDay(now, 1 - WEEK_DAYS) },
    { label: words.earlier, from: -Infinity },
  ];
  const labelOf = ({ createdAt }: NotificationGroup) =>
    starts.find(({ from }) => Date.parse(createdAt) >= from)?.label ?? words.earlier;
  const byLabel = Map.groupBy(groups, labelOf);
  return starts.flatMap(({ label }) => {
    const found = byLabel.get(label);
    return found ? [{ label, groups: found }] : [];
  });
}
