import { screen } from '@testing-library/react';
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
