// Runs before each file of `npm run test:shard`.
import { relative, resolve } from 'node:path';
import { beforeEach } from 'vitest';
import { reasonToLeaveOut } from './left-out.ts';

const root = resolve(import.meta.dirname, '../..');

beforeEach(({ task, skip }) => {
  const reason = reasonToLeaveOut(relative(root, task.file.filepath), task.name);
  if (reason) skip(reason);
});
