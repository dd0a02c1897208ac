import { expect, test } from 'vitest';
import { sampleGroup } from '../../../../test/support/sample-notifications.ts';
import { sectionsOf } from './sections.ts';

const now = new Date(2026, 2, 15, 12).getTime();
const at = (day: number, hour: number, minute = 0) =>
  sampleGroup({ createdAt: new Date(2026, 2, day, hour, minute).toISOString() });

test('days of this device decide, and empty sections are left out', () => {
  const [today, midnight, yesterday, week, earlier] = [
    at(15, 11),
    at(15, 0),
    at(14, 23, 59),
    at(9, 0),
    at(8, 23, 59),
  ];
  expect(sectionsOf([today, midnight, yesterday, week, earlier], now)).toEqual([
    { label: 'Today', groups: [today, midnight] },
    { label: 'Yesterday', groups: [yesterday] },
    { label: 'This week', groups: [week] },
    { label: 'Earlier', groups: [earlier] },
  ]);
  expect(sectionsOf([earlier], now)).toEqual([{ label: 'Earlier', groups: [earlier] }]);
});

test('without a valid time, a notification is of earlier', () => {
  const strange = sampleGroup({ createdAt: 'yesterday' });
  expect(sectionsOf([strange], now)).toEqual([{ label: 'Earlier', groups: [strange] }]);
});

test('a notification of a clock that is ahead is of today', () => {
  expect(sectionsOf([at(16, 9)], now).map(({ label }) => label)).toEqual(['Today']);
});
