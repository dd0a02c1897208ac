import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A user of the operating system. */
export interface SystemUser {
  uid: number;
  gid: number;
}

export interface ServiceUser extends SystemUser {
  /** Whether this call added the user to the system. */
  isNew: boolean;
}

export const SERVICE_NAME = 'roost';

/** How long to wait for another process that adds the same user. */
const OTHER_PROCESS_TIMEOUT_MS = 3_000;
const POLL_INTERVAL_MS = 50;
/** The time limit of `useradd`, because it waits for a lock, or for a directory of users that does not answer. */
const USERADD_TIMEOUT_MS = 15_000;

/** The user that Roost runs as if root starts it. Adds the user if it is missing, or returns null. Only root may call it. */
export function serviceUser(): ServiceUser | null {
  const known = findUser(SERVICE_NAME);
  if (known) return { ...known, isNew: false };
  const { error, status } = spawnSync(
    'useradd',
    ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', SERVICE_NAME],
    { stdio: 'ignore', timeout: USERADD_TIMEOUT_MS, killSignal: 'SIGKILL' },
  );
  if (error) return null;
  // If it failed, another process may hold the lock on the user list and add the same user.
  for (
    let waited = 0;
    waited <= (status === 0 ? 0 : OTHER_PROCESS_TIMEOUT_MS);
    waited += POLL_INTERVAL_MS
  ) {
    const added = findUser(SERVICE_NAME);
    if (added) return { ...added, isNew: status === 0 };
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL_INTERVAL_MS);
  }
  return null;
}

/** The system's unprivileged user, for systems where Roost can't add a user. */
export function nobody(): SystemUser {
  return findUser('nobody') ?? { uid: 65_534, gid: 65_534 };
}

function findUser(name: string): SystemUser | null {
  const line = new RegExp(`^${name}:[^:]*:(-?\\d+):(-?\\d+):`, 'm').exec(
    readFileSync('/etc/passwd', 'utf8'),
  );
  return line ? { uid: Number(line[1]), gid: Number(line[2]) } : null;
}
