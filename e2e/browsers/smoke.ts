import { button, field, link, radio, text, type Browser } from './web-driver.ts';

const PASSWORD = 'heron-lamp-4713-plum';

/** Somebody registers, posts, replies, searches, writes to a person, changes the theme and signs out. */
export async function smoke(browser: Browser, address: string, prefix: string): Promise<void> {
  const friend = `${prefix}friend`;
  const me = `${prefix}me`;
  const post = { selector: 'article:not([aria-busy]) *', name: `First #roof${prefix}` };
  await register(browser, address, friend);
  await register(browser, address, me);
  await browser.type(field('Password'), PASSWORD);
  await browser.press(button('Sign in'));
  await browser.press(button('Go to your feed'));

  await browser.open(`${address}/home`);
  if (await isPhone(browser)) await browser.press(button('Post'));
  await browser.type(field('Post text'), `First #roof${prefix} frost of the year`);
  await browser.press({ selector: 'form[data-composer] button[type=submit]' });
  await browser.see(text('Post created successfully!'));
  const like = { selector: 'article button', name: 'Like' };
  await browser.see(post);
  await browser.miss('[role=dialog]');
  await browser.press(like);
  await browser.see(like, ({ isPressed }) => isPressed);

  await browser.open(`${address}/home`);
  await browser.see(like, ({ isPressed }) => isPressed);
  await browser.press({ selector: 'article a[href*="/home/post/"]' });
  await browser.type(field('Reply text'), `It melted ${prefix}`);
  await browser.press({ selector: 'form[data-composer] button[type=submit]' });
  await browser.see({ selector: 'li *', name: `It melted ${prefix}` });

  await browser.open(`${address}/home/search?q=%23roof${prefix}`);
  await browser.see(post);

  await browser.open(`${address}/home/profile/${friend}`);
  await browser.press(button('Follow'));
  await browser.see(button('Following'));
  await browser.press(button('Message'));
  await browser.type(field('Message'), `Hello ${prefix}`);
  await browser.press(button('Send'));
  await browser.see({ selector: 'main *, aside *', name: `Hello ${prefix}` });

  await browser.open(`${address}/home/settings/appearance`);
  await browser.press(radio('Dark'));
  if ((await browser.evaluate('return document.documentElement.dataset.theme')) !== 'dark')
    throw new Error('The theme is not dark.');

  await browser.open(`${address}/home/settings`);
  await browser.press(link('Home'));
  await browser.see(post);
}

async function register(browser: Browser, address: string, username: string): Promise<void> {
  await browser.open(`${address}/register`);
  await browser.type(field('Username'), username);
  await browser.type(field('Email'), `${username}@example.org`);
  await browser.type(field('Full name'), `${username} of Roost`);
  await browser.type(field('Password'), PASSWORD);
  await browser.press(button('Sign up'));
  await browser.see(text('Registration successful! You can now log in.'));
  await browser.see(button('Sign in'));
}

async function isPhone(browser: Browser): Promise<boolean> {
  return browser.evaluate('return innerWidth < 768');
}
