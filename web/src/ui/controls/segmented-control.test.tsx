import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderApp } from '../../../test/support/render-app.tsx';
import { SegmentedControl } from './segmented-control.tsx';

const options = [
  { value: 'anyone', label: 'Anyone' },
  { value: 'no one', label: 'No one' },
] as const;

test('it is a named group of radio buttons that reports the choice', async () => {
  const onChange = vi.fn();
  const { user } = renderApp(
    <SegmentedControl label="Likes" value="anyone" options={options} onChange={onChange} />,
  );
  screen.getByRole('radiogroup', { name: 'Likes' });
  screen.getByRole('radio', { name: 'Anyone', checked: true });
  await user.click(screen.getByRole('radio', { name: 'No one' }));
  expect(onChange).toHaveBeenCalledExactlyOnceWith('no one');
});

test('a disabled control reports nothing', async () => {
  const onChange = vi.fn();
  const { user } = renderApp(
    <SegmentedControl
      label="Likes"
      value="anyone"
      options={options}
      onChange={onChange}
      disabled
    />,
  );
  await user.click(screen.getByRole('radio', { name: 'No one' }));
  expect(onChange).not.toHaveBeenCalled();
});
