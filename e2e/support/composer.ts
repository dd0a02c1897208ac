import { expect, type Locator, type Page } from '@playwright/test';
import type { TestFile } from './files.ts';
import { card } from './members.ts';

/** The composer: part of the page on wide screens, a dialog on phones. */
export class ComposerBox {
  readonly #page: Page;
  readonly form: Locator;
  readonly #isSheet: boolean;

  constructor(page: Page) {
    this.#page = page;
    this.#isSheet = (page.viewportSize()?.width ?? 0) < 768;
    const around = this.#isSheet
      ? page.getByRole('dialog', { name: 'New post', includeHidden: true })
      : page.getByRole('main');
    this.form = around.locator('form');
  }

  get text(): Locator {
    return this.form.getByRole('textbox', { name: 'Post text' });
  }

  get files(): Locator {
    return this.form.getByRole('list', { name: 'Files in this post' }).getByRole('listitem');
  }

  /** Opens the dialog on phones, unless it is open. */
  async open(): Promise<void> {
    if (!this.#isSheet || (await this.form.isVisible())) return;
    await this.#page.getByRole('button', { name: 'Post', exact: true }).click();
    await expect(this.form).toBeVisible();
  }

  async choose(chosen: TestFile[]): Promise<void> {
    await this.open();
    await this.form.locator('input[type=file]').setInputFiles(chosen);
  }

  /** Pastes a file, as people paste a screenshot. */
  async paste({ name, mimeType, buffer }: TestFile): Promise<void> {
    await this.open();
    const file = { name, mimeType, base64: buffer.toString('base64') };
    await this.text.evaluate((field, { name, mimeType, base64 }) => {
      const clipboardData = new DataTransfer();
      const bytes = Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0));
      clipboardData.items.add(new File([bytes], name, { type: mimeType }));
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    }, file);
  }

  /** Waits until all chosen files are uploaded. */
  async uploaded(count: number): Promise<void> {
    await expect(
      this.#page.locator('#announcer').getByText(`${count} of ${count} files uploaded`),
    ).toBeAttached({ timeout: 20_000 });
  }

  button(name: string): Locator {
    return this.form.getByRole('button', { name, exact: true });
  }

  /** Publishes a post. `isAsked`: pictures lack alt text, so the composer asks once. */
  async publish(text: string, { isAsked }: { isAsked: boolean }): Promise<Locator> {
    await this.text.fill(text);
    await this.button('Post').click();
    if (isAsked) await this.button('Post without').click();
    const post = card(this.#page, text);
    await expect(post).toBeVisible();
    await expect(post).not.toContainText('Posting…');
    return post;
  }
}
