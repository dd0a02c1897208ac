import { afterEach, expect, test, vi } from 'vitest';

vi.mock('./show-stored-answers.ts', () => ({ showStoredAnswers: () => {} }));
vi.mock('./erase-on-viewer-change.ts', () => ({ eraseOnViewerChange }));
vi.mock('./open-from-notifications.ts', () => ({ openFromNotifications: () => {} }));
vi.mock('./app-versions.ts', () => ({
  cacheLoadedFiles: async () => {},
  waitForServiceWorker: async () => {},
  watchVersions: () => {},
}));
vi.mock('../../lib/offline/has-service-worker.ts', () => ({ hasServiceWorker: () => true }));
vi.mock('../../lib/offline/push-record.ts', () => ({
  isRenewalDue,
  pushRecord: { read: () => undefined },
}));
vi.mock('../../features/auth/session.ts', () => ({
  isSignOutUnsent: () => true,
  meKey: ['me'],
  storedUserId: () => 'alice',
}));
const isRenewalDue = vi.hoisted(() => vi.fn<() => Promise<boolean>>());
const eraseOnViewerChange = vi.hoisted(() => vi.fn<(_: unknown, onMember: () => void) => void>());

/** The parts of the app that load later, by their files. */
const files = {
  storeAnswers: './store-answers.ts',
  renewPush: '../../features/notifications/push/renew-push.ts',
  finishSignOut: '../../features/auth/end-session.ts',
};
type Part = keyof typeof files;

afterEach(() => vi.unstubAllGlobals());

/** Starts a page of a member. The part `missing` cannot be fetched until `repair` is called. */
async function startPage(missing?: Part) {
  const window = new EventTarget();
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
  vi.stubGlobal('document', { readyState: 'complete' });
  vi.resetModules();
  const called = { storeAnswers: vi.fn(), renewPush: vi.fn(), finishSignOut: vi.fn() };
  let isRepaired = false;
  const refused = vi.fn();
  for (const [part, file] of Object.entries(files))
    vi.doMock(file, () => {
      if (part !== missing || isRepaired) return { [part]: called[part as Part] };
      refused();
      throw new TypeError('Failed to fetch dynamically imported module');
    });
  isRenewalDue.mockResolvedValue(true);
  (await import('./offline.ts')).startOffline();
  const hearOfMember = eraseOnViewerChange.mock.lastCall![1];
  hearOfMember();
  return {
    ...called,
    refused,
    repair: () => (isRepaired = true),
    hearOfMember,
    connect: () => window.dispatchEvent(new Event('online')),
  };
}

test.each([
  ['storeAnswers', 'hearOfMember'],
  ['renewPush', 'hearOfMember'],
  ['finishSignOut', 'connect'],
] as const)('after %s could not be loaded, the next %s tries it again', async (part, event) => {
  const page = await startPage(part);
  await vi.waitFor(() => expect(page.refused).toHaveBeenCalled());
  expect(page[part]).not.toHaveBeenCalled();
  page.repair();
  await vi.waitFor(() => {
    page[event]();
    expect(page[part]).toHaveBeenCalled();
  });
});

test('after the browser could not say whether a renewal is due, the next answer asks again', async () => {
  isRenewalDue.mockRejectedValueOnce(new Error('The browser has no push service.'));
  const page = await startPage();
  await vi.waitFor(() => {
    page.hearOfMember();
    expect(page.renewPush).toHaveBeenCalled();
  });
});
