import type { PushPayload, PushTarget } from '@roost/contract/push';
import type { PageMessage } from '../lib/offline/worker-messages.ts';
import { paths } from '../paths.ts';
import { worker } from './worker-scope.ts';

const ICON = '/icon-192.png';
/** A page that does not answer within this time is loaded at the new address. */
const ANSWER_MS = 1_000;

/** The standard library of TypeScript does not know all of these. */
interface ExtendedNotificationOptions extends NotificationOptions {
  actions?: { action: string; title: string }[];
  renotify?: boolean;
}

worker.addEventListener('push', (event) => event.waitUntil(show(event)));
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open((event.notification.data as PushPayload).opens));
});

async function show({ data }: PushEvent): Promise<void> {
  const push = data?.json() as PushPayload | undefined;
  if (!push) return;
  if ((await isInUse()) && !mustShow()) return closeAll(push.tag);
  const { title, body, tag, icon, lang, dir, isSilent, answer } = push;
  const options: ExtendedNotificationOptions = {
    body,
    tag,
    icon: icon ?? ICON,
    lang,
    dir,
    data: push,
    silent: isSilent,
    // A notification that replaces another one makes a sound again, unless it is one more like of the same post.
    renotify: !isSilent && push.kind !== 'others',
    // A call stays until it ends. Other things go when the device thinks so.
    requireInteraction: answer !== null,
    ...(answer !== null && { actions: [{ action: 'open', title: answer }] }),
  };
  await worker.registration.showNotification(title, options);
}

/** Whether somebody looks at the app, which shows what is new by itself. */
async function isInUse(): Promise<boolean> {
  return (await allPages()).some(({ focused }) => focused);
}

/** Safari takes the permission away from sites that get a push and show nothing, even if they are open. */
const mustShow = () =>
  navigator.userAgent.includes('Safari') && !/Chrom|Android/.test(navigator.userAgent);

async function closeAll(tag: string): Promise<void> {
  for (const shown of await worker.registration.getNotifications({ tag })) shown.close();
}

const allPages = async () => worker.clients.matchAll({ type: 'window', includeUncontrolled: true });

/** Shows the target in the page that was used last, or in a new one. */
async function open(target: PushTarget): Promise<void> {
  const path = pathOf(target);
  const pages = await allPages();
  const page = pages.find(({ focused }) => focused) ?? pages[0];
  if (!page) return void (await worker.clients.openWindow(path));
  // Before any wait, because the browser allows it only for a moment.
  const focusing = page.focus().catch(() => page);
  if (!(await askToOpen(page, path)))
    await page.navigate(path).catch(async () => worker.clients.openWindow(path));
  await focusing;
}

/** A page that loads, or that is not of the app, gives no answer. */
async function askToOpen(page: WindowClient, path: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  const answered = new Promise<boolean>((resolve) => {
    port1.addEventListener('message', () => resolve(true), { once: true });
    setTimeout(() => resolve(false), ANSWER_MS);
  });
  port1.start();
  page.postMessage({ type: 'OPEN', path } satisfies PageMessage, [port2]);
  return answered;
}

function pathOf(target: PushTarget): string {
  switch (target.page) {
    case 'chat':
      return paths.chat(target.userId);
    case 'post':
      return paths.post(target.id);
    case 'profile':
      return paths.profile(target.username);
    case 'followRequests':
      return paths.followRequests;
    case 'decisions':
      return paths.decisions;
    case 'security':
      return paths.settingsSection('security');
    case 'notifications':
      return paths.notifications;
    default:
      return target satisfies never;
  }
}
