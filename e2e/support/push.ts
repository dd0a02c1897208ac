import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CDPSession, Page, Worker } from '@playwright/test';
import type { PushPayload } from '@roost/contract/push';
import { newBrowserKeys, readPush } from '../../server/test/support/read-push.ts';

/** A notification that the device shows. */
interface ShownNotification {
  title: string;
  body: string;
  tag: string;
  isSilent: boolean;
  buttons: string[];
}

/**
 * Lets a page subscribe at a push service of this test, because a browser of tests reaches none. Everything else is as in any
 * browser. The server encrypts and sends, and `deliver` gives the text to the service worker by the browser's own way.
 */
export class PushDevice {
  readonly #page: Page;
  readonly #service = createServer((request, response) => void this.#take(request, response));
  readonly #secrets = newBrowserKeys();
  /** The texts that arrived, decrypted, and not yet delivered. */
  readonly waiting: PushPayload[] = [];
  #devtools: CDPSession | undefined;
  #registrationId = '';

  private constructor(page: Page) {
    this.#page = page;
  }

  /** Call this before the page loads. */
  static async open(page: Page, { permission = 'granted' } = {}): Promise<PushDevice> {
    const device = new PushDevice(page);
    await new Promise<void>((resolve) => {
      device.#service.listen(0, '127.0.0.1', resolve);
    });
    page.on('close', () => device.#service.close());
    const { port } = device.#service.address() as AddressInfo;
    const endpoint = `http://127.0.0.1:${port}/send`;
    await page.addInitScript(standIn, { endpoint, keys: device.#secrets.keys, permission });
    return device;
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat((await request.toArray()) as Buffer[]);
    this.waiting.push(JSON.parse(readPush(body, this.#secrets).toString()) as PushPayload);
    response.writeHead(201).end();
  }

  /** Gives everything that arrived to the service worker, in this order. */
  async deliver(): Promise<void> {
    for (const payload of this.waiting.splice(0)) await this.push(payload);
  }

  /** Gives this text to the service worker. */
  async push(payload: PushPayload): Promise<void> {
    await this.#worker();
    const devtools = await this.#connect();
    await devtools.send('ServiceWorker.deliverPushMessage', {
      origin: new URL(this.#page.url()).origin,
      registrationId: this.#registrationId,
      data: JSON.stringify(payload),
    });
  }

  async #connect(): Promise<CDPSession> {
    if (this.#devtools) return this.#devtools;
    const devtools = await this.#page.context().newCDPSession(this.#page);
    const found = new Promise<void>((resolve) => {
      devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        this.#registrationId = registrations[0]?.registrationId ?? this.#registrationId;
        if (this.#registrationId !== '') resolve();
      });
    });
    await devtools.send('ServiceWorker.enable');
    await found;
    this.#devtools = devtools;
    return devtools;
  }

  /** The notifications that the device shows now. */
  async shown(): Promise<ShownNotification[]> {
    return (await this.#worker()).evaluate(() =>
      (globalThis as unknown as WorkerScope).shown.map(({ title, options }) => ({
        title,
        body: options.body,
        tag: options.tag,
        isSilent: options.silent ?? false,
        buttons: (options.actions ?? []).map((action) => action.title),
      })),
    );
  }

  /** Whether somebody looks at the app. */
  async look(isLooking: boolean): Promise<void> {
    await (
      await this.#worker()
    ).evaluate((value) => {
      (globalThis as unknown as WorkerScope).isLooking = value;
    }, isLooking);
  }

  /** Presses the notification with this tag. */
  async press(tag: string): Promise<void> {
    await (
      await this.#worker()
    ).evaluate((wanted) => {
      const notification = (globalThis as unknown as WorkerScope).shown.find(
        ({ options }) => options.tag === wanted,
      );
      const { data } = notification?.options ?? {};
      // A script can neither make such an event of the browser, nor extend the life of the worker.
      const event = Object.assign(new Event('notificationclick'), {
        notification: { ...notification, data },
        waitUntil() {},
      });
      globalThis.dispatchEvent(event);
    }, tag);
  }

  /** Lets the browser replace its subscription by one with this endpoint. */
  async replace(endpoint: string): Promise<void> {
    const { keys } = this.#secrets;
    await (
      await this.#worker()
    ).evaluate(
      (subscription) => {
        const { PushManager } = globalThis as unknown as { PushManager: { prototype: object } };
        Object.assign(PushManager.prototype, {
          subscribe: async () => ({ toJSON: () => subscription }),
        });
        const event = new Event('pushsubscriptionchange');
        globalThis.dispatchEvent(Object.assign(event, { waitUntil() {} }));
      },
      { endpoint, expirationTime: null, keys },
    );
  }

  /** The service worker, on a device that shows notifications. The browser of tests has no place for them. */
  async #worker(): Promise<Worker> {
    const context = this.#page.context();
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
    await worker.evaluate(deviceStandIn);
    return worker;
  }
}

/** The parts of the worker's scope that the stand-in adds. */
interface WorkerScope {
  shown: Shown[];
  isLooking: boolean;
}
interface Shown {
  title: string;
  options: {
    body: string;
    tag: string;
    silent?: boolean;
    actions?: { title: string }[];
    data?: unknown;
  };
  close: () => void;
}

/** Runs in the service worker. */
function deviceStandIn(): void {
  const scope = globalThis as unknown as WorkerScope & {
    ServiceWorkerRegistration: { prototype: object };
    WindowClient: { prototype: object };
  };
  if (Reflect.has(scope, 'shown')) return;
  Object.assign(scope, { shown: [], isLooking: false });
  const remove = (tag: string) => {
    scope.shown = scope.shown.filter(({ options }) => options.tag !== tag);
  };
  Object.assign(scope.ServiceWorkerRegistration.prototype, {
    async showNotification(title: string, options: Shown['options']) {
      remove(options.tag);
      scope.shown.push({ title, options, close: () => remove(options.tag) });
    },
    async getNotifications({ tag }: { tag?: string } = {}) {
      return scope.shown.filter(({ options }) => tag === undefined || options.tag === tag);
    },
  });
  Object.defineProperty(scope.WindowClient.prototype, 'focused', { get: () => scope.isLooking });
}

interface StandIn {
  endpoint: string;
  keys: { p256dh: string; auth: string };
  permission: string;
}

/** Runs in the page. The subscription outlives a reload, as in a browser. */
function standIn({ endpoint, keys, permission }: StandIn): void {
  const KEY = 'test:push';
  const subscriptionWith = (serverKey: string) => ({
    endpoint,
    options: {
      userVisibleOnly: true,
      applicationServerKey: Uint8Array.from(
        atob(serverKey.replaceAll('-', '+').replaceAll('_', '/')),
        (character) => character.charCodeAt(0),
      ).buffer,
    },
    toJSON: () => ({ endpoint, expirationTime: null, keys }),
    unsubscribe: async () => {
      localStorage.removeItem(KEY);
      return true;
    },
  });
  Object.assign(PushManager.prototype, {
    async subscribe({ applicationServerKey }: { applicationServerKey: string }) {
      localStorage.setItem(KEY, applicationServerKey);
      return subscriptionWith(applicationServerKey);
    },
    async getSubscription() {
      const serverKey = localStorage.getItem(KEY);
      return serverKey === null ? null : subscriptionWith(serverKey);
    },
  });
  let current = permission;
  Object.defineProperty(Notification, 'permission', { get: () => current });
  Object.assign(Notification, {
    requestPermission: async () => (current = current === 'default' ? 'granted' : current),
  });
}
