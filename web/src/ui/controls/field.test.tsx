import { Form } from '@base-ui/react/form';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderApp } from '../../../test/support/render-app.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import { useForm } from '../../lib/form.ts';
import { TextField } from './text-field.tsx';

type Send = (values: Record<string, string>) => Promise<void>;

const rules = { name: (value: string) => (value.length < 3 ? 'Too short.' : undefined) };
const taken = new ApiError('Taken.', { errors: [{ path: 'name', message: 'Taken.' }] });

function Example({ send }: { send: Send }) {
  const { formProps, field, failure } = useForm(send, rules);
  return (
    <Form {...formProps}>
      <TextField {...field('name', 'Name', 'Enter a name.')} />
      <TextField {...field('email', 'Email', 'Enter an email.')} type="email" />
      {failure !== undefined && <p>{(failure as Error).message}</p>}
      <button type="submit">Send</button>
    </Form>
  );
}

const box = (name: string, description = '') => screen.getByRole('textbox', { name, description });

async function fillIn(name: string, email: string, send = vi.fn<Send>(async () => {})) {
  const { user } = renderApp(<Example send={send} />);
  await user.type(box('Name'), name);
  await user.type(box('Email'), email);
  const press = async () => user.click(screen.getByRole('button', { name: 'Send' }));
  await press();
  return { user, send, press };
}

test('the rules of the inputs and of the form show their errors together', async () => {
  const { send } = await fillIn('ab', 'nobody');
  expect(document.activeElement).toBe(box('Name', 'Too short.'));
  expect(box('Email', 'Enter a valid email address.').getAttribute('aria-invalid')).toBe('true');
  expect(send).not.toHaveBeenCalled();
});

test('typing removes the error of that field only, and no error returns before the next submission', async () => {
  const { user, send, press } = await fillIn('ab', 'nobody');
  await user.type(box('Email', 'Enter a valid email address.'), '@');
  await user.click(screen.getByText('Name'));
  expect(box('Email').hasAttribute('aria-invalid')).toBe(false);
  box('Name', 'Too short.');
  await press();
  box('Email', 'Enter a valid email address.');
  expect(send).not.toHaveBeenCalled();
});

test('the next key does not replace the text of the first invalid field', async () => {
  const { user } = await fillIn('ab', 'ada@example.org');
  await user.keyboard('c');
  expect((box('Name') as HTMLInputElement).value).toBe('abc');
});

test('nothing is checked before the first submission', async () => {
  const { user } = renderApp(<Example send={async () => {}} />);
  await user.type(box('Email'), 'nobody');
  await user.type(box('Name'), 'ab');
  await user.clear(box('Name'));
  await user.tab();
  box('Name');
  box('Email');
});

test("the server's error stays until the answer to the next submission, which it does not block", async () => {
  const answer = Promise.withResolvers<void>();
  const { send, press } = await fillIn(
    'ada',
    'ada@example.org',
    vi.fn<Send>().mockRejectedValueOnce(taken).mockReturnValueOnce(answer.promise),
  );
  await waitFor(() => expect(document.activeElement).toBe(box('Name', 'Taken.')));
  await press();
  expect(send).toHaveBeenCalledTimes(2);
  expect(box('Name', 'Taken.').getAttribute('aria-invalid')).toBe('true');
  answer.resolve();
  await waitFor(() => box('Name'));
});

test("a refused submission removes the server's last answer", async () => {
  const { user, press } = await fillIn(
    'ada',
    'ada@example.org',
    vi.fn<Send>().mockRejectedValueOnce(taken),
  );
  await waitFor(() => box('Name', 'Taken.'));
  await user.clear(box('Email'));
  await press();
  box('Email', 'Enter an email.');
  expect(screen.queryAllByText('Taken.')).toEqual([]);
});

test('a second submission is ignored until the answer arrives', async () => {
  const answer = Promise.withResolvers<void>();
  const send = vi.fn<Send>().mockReturnValue(answer.promise);
  const { user, press } = await fillIn('ada', 'ada@example.org', send);
  await user.clear(box('Email'));
  await press();
  await user.type(box('Email'), '{Enter}');
  expect(send.mock.calls).toEqual([[{ name: 'ada', email: 'ada@example.org' }]]);
  box('Email');
  answer.resolve();
});
