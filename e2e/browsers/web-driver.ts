import { setTimeout as sleep } from 'node:timers/promises';

/** The commands of WebDriver (https://www.w3.org/TR/webdriver2/) that the journey needs, with their addresses in HTTP. */
export const commands = {
  SetWindowRect: ['POST', 'window/rect'],
  Navigate: ['POST', 'url'],
  ExecuteScript: ['POST', 'execute/sync'],
  PerformActions: ['POST', 'actions'],
} as const;
export type Command = keyof typeof commands;

/** A running browser that takes commands. */
export interface Session {
  name: string;
  version: string;
  send: (command: Command, parameters: object) => Promise<unknown>;
  close: () => Promise<void>;
}

/** Elements with this selector, whose accessible name begins with `name`. */
export interface Target {
  selector: string;
  name?: string;
}

export const button = (name: string): Target => ({ selector: 'button, [role=button]', name });
export const field = (name: string): Target => ({ selector: 'input, textarea', name });
export const link = (name: string): Target => ({ selector: 'a[href]', name });
export const radio = (name: string): Target => ({
  selector: '[role=radio], input[type=radio]',
  name,
});
export const text = (name: string): Target => ({ selector: 'body *', name });

const TIMEOUT_MS = 20_000;
const INTERVAL_MS = 100;

/** Runs in the page. Scrolls to the first visible match, and returns its middle and its pressed state. */
const FIND = `
  const [selector, name] = arguments;
  const nameOf = (element) =>
    element.getAttribute('aria-label') ??
    document.getElementById(element.getAttribute('aria-labelledby') ?? '')?.textContent ??
    element.labels?.[0]?.textContent ??
    element.textContent;
  const found = [...document.querySelectorAll(selector)].filter(
    (element) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      !element.closest('[inert], [aria-hidden=true]') &&
      (nameOf(element) ?? '').trim().startsWith(name ?? ''),
  );
  // The innermost one, because an element's text is also that of the elements around it.
  const element = found.find((each) => !found.some((other) => each !== other && each.contains(other)));
  if (!element) return null;
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { x, y, width, height } = element.getBoundingClientRect();
  return {
    x: Math.round(x + width / 2),
    y: Math.round(y + height / 2),
    isPressed: element.getAttribute('aria-pressed') === 'true',
  };`;

interface Found {
  x: number;
  y: number;
  isPressed: boolean;
}

/** A browser as a person uses it: it presses what is visible, and types. */
export class Browser {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  async resize(width: number, height: number): Promise<void> {
    await this.#session.send('SetWindowRect', { width, height });
  }

  async open(url: string): Promise<void> {
    await this.#session.send('Navigate', { url });
  }

  async evaluate<Result>(script: string, ...values: unknown[]): Promise<Result> {
    const parameters = { script, args: values };
    return (await this.#session.send('ExecuteScript', parameters)) as Result;
  }

  /** Waits until the target is visible, and `isRight` if it is given. */
  async see(target: Target, isRight: (found: Found) => boolean = () => true): Promise<Found> {
    for (const end = Date.now() + TIMEOUT_MS; Date.now() < end; await sleep(INTERVAL_MS)) {
      const found = await this.evaluate<Found | null>(FIND, target.selector, target.name ?? null);
      if (found && isRight(found)) return found;
    }
    const page = await this.evaluate<string>(
      'return location.href + "\\n" + document.body.innerText',
    );
    throw new Error(`There is no ${target.selector} "${target.name ?? ''}" at ${page}`);
  }

  /** Waits until nothing has this selector, such as a dialog that closes. */
  async miss(selector: string): Promise<void> {
    for (const end = Date.now() + TIMEOUT_MS; Date.now() < end; await sleep(INTERVAL_MS))
      if (await this.evaluate('return !document.querySelector(arguments[0])', selector)) return;
    throw new Error(`There still is ${selector}.`);
  }

  async press(target: Target): Promise<void> {
    const { x, y } = await this.see(target);
    const actions = [
      { type: 'pointerMove', x, y },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    await this.#act({
      type: 'pointer',
      id: 'mouse',
      parameters: { pointerType: 'mouse' },
      actions,
    });
  }

  async type(target: Target, typed: string): Promise<void> {
    await this.press(target);
    const actions = [...typed].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await this.#act({ type: 'key', id: 'keyboard', actions });
  }

  async #act(source: object): Promise<void> {
    await this.#session.send('PerformActions', { actions: [source] });
  }
}
