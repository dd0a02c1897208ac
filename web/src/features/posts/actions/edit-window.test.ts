import { expect, test } from 'vitest';
import { secondsToEdit, timeLeft } from './edit-window.ts';

const now = Date.parse('2026-03-01T12:00:00.000Z');
const edits = {
  isedited: false,
  editedAt: null,
  editvalidtill: '2026-03-01T12:14:09.500Z',
  editchancesleft: 2,
};

test('the edit window ends with its time or its last edit', () => {
  expect(secondsToEdit(edits, now)).toBe(850);
  expect(secondsToEdit({ ...edits, editchancesleft: 0 }, now)).toBe(0);
  expect(secondsToEdit(edits, Date.parse(edits.editvalidtill))).toBe(0);
  expect(secondsToEdit({ ...edits, editvalidtill: 'never' }, now)).toBe(0);
});

test('says the time left in minutes and seconds', () => {
  expect(timeLeft(850)).toBe('14m 10s left');
  expect(timeLeft(3_600)).toBe('60m 00s left');
  expect(timeLeft(9)).toBe('0m 09s left');
});
