import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { renderApp } from '../../../test/support/render-app.tsx';
import { Tabs } from './tabs.tsx';

const tabs = [
  { value: 'posts', label: 'Posts' },
  { value: 'replies', label: 'Replies' },
  { value: 'likes', label: 'Likes' },
] as const;

function Example({ onChange }: { onChange?: (value: string) => void }) {
  const [value, setValue] = useState<(typeof tabs)[number]['value']>('posts');
  return (
    <Tabs
      label="Profile"
      value={value}
      tabs={tabs}
      onChange={(next) => {
        onChange?.(next);
        setValue(next);
      }}
    >
      Content of {value}
    </Tabs>
  );
}

const chosen = () => screen.getByRole('tab', { selected: true });

test('a press shows the panel of that tab', async () => {
  const { user } = renderApp(<Example />);
  expect(screen.getByRole('tabpanel', { name: 'Posts' }).textContent).toBe('Content of posts');
  await user.click(screen.getByRole('tab', { name: 'Likes' }));
  expect(screen.getByRole('tabpanel', { name: 'Likes' }).textContent).toBe('Content of likes');
});

test('a hashtag keeps its sign in front in a right-to-left language', () => {
  const name = '#NightTrain';
  renderApp(
    <Tabs label="Feeds" value="tag" onChange={() => {}} tabs={[{ value: 'tag', label: name }]} />,
  );
  expect(screen.getByText(name).dir).toBe('auto');
});

test('Tab reaches only the chosen tab, and arrow keys go round', async () => {
  const { user } = renderApp(<Example />);
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Posts' }));
  await user.keyboard('{ArrowLeft}');
  expect(chosen().textContent).toBe('Likes');
  expect(document.activeElement).toBe(chosen());
  await user.keyboard('{ArrowRight}');
  expect(chosen().textContent).toBe('Posts');
  await user.keyboard('{End}');
  expect(chosen().textContent).toBe('Likes');
  await user.keyboard('{Home}');
  expect(chosen().textContent).toBe('Posts');
});

test('Tab reaches the first tab while none is chosen', async () => {
  const { user } = renderApp(
    <Tabs<string> label="Profile" value="gone" tabs={tabs} onChange={() => {}}>
      Nothing
    </Tabs>,
  );
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Posts' }));
});

test('in a right-to-left language, the left arrow key leads to the next tab', async () => {
  document.dir = 'rtl';
  onTestFinished(() => void (document.dir = ''));
  const { user } = renderApp(<Example />);
  await user.tab();
  await user.keyboard('{ArrowLeft}');
  expect(chosen().textContent).toBe('Replies');
  await user.keyboard('{ArrowRight}');
  expect(chosen().textContent).toBe('Posts');
});

test('a press on the chosen tab is reported too', async () => {
  const onChange = vi.fn();
  const { user } = renderApp(<Example onChange={onChange} />);
  await user.click(screen.getByRole('tab', { name: 'Posts' }));
  expect(onChange).toHaveBeenCalledWith('posts');
});

/** Gives the bar a width that its tabs do not fit in, because jsdom lays nothing out. */
function narrow(): HTMLElement {
  const bar = screen.getByRole('tablist');
  Object.defineProperties(bar, {
    clientWidth: { value: 200 },
    scrollWidth: { value: 500 },
  });
  fireEvent.scroll(bar);
  return bar;
}

test('tabs that do not fit follow the wheel, and the page scrolls only at their end', () => {
  renderApp(<Example />);
  const bar = narrow();
  expect(fireEvent.wheel(bar, { deltaY: 120 })).toBe(false);
  expect(bar.scrollLeft).toBe(120);
  bar.scrollLeft = 300;
  expect(fireEvent.wheel(bar, { deltaY: 120 })).toBe(true);
  expect(bar.scrollLeft).toBe(300);
  expect(fireEvent.wheel(bar, { deltaY: -100 })).toBe(false);
  expect(bar.scrollLeft).toBe(200);
});

test('the bar shows at which edge there are more tabs', () => {
  renderApp(<Example />);
  const bar = narrow();
  const edges = () => [bar.hasAttribute('data-before'), bar.hasAttribute('data-after')];
  expect(edges()).toEqual([false, true]);
  bar.scrollLeft = 150;
  fireEvent.scroll(bar);
  expect(edges()).toEqual([true, true]);
  bar.scrollLeft = 300;
  fireEvent.scroll(bar);
  expect(edges()).toEqual([true, false]);
});

test('the chosen tab comes into view', async () => {
  const { user } = renderApp(<Example />);
  const bar = narrow();
  const last = screen.getByRole('tab', { name: 'Likes' });
  Object.defineProperties(last, { offsetLeft: { value: 400 }, offsetWidth: { value: 100 } });
  await user.click(last);
  expect(bar.scrollLeft).toBe(350);
});
