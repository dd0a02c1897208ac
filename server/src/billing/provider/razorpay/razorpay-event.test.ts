import { expect, test } from 'vitest';
import { readRazorpayEvent } from './razorpay-event.ts';

const read = (body: unknown) => readRazorpayEvent(Buffer.from(JSON.stringify(body)), 'evt_1');

test('an event keeps the payment’s id and amount, and no personal data', () => {
  const event = read({
    event: 'subscription.charged',
    account_id: 'acc_1',
    created_at: 1_700_000_000,
    payload: {
      subscription: { entity: { id: 'sub_1', status: 'active', notes: { user: 'x' } } },
      payment: {
        entity: {
          id: 'pay_1',
          amount: 5_000,
          status: 'captured',
          email: 'gaurav@example.com',
          contact: '+919876543210',
          vpa: 'gaurav@upi',
          card: { name: 'Gaurav Kumar', last4: '1111' },
        },
      },
    },
  });
  expect(event).toEqual({
    id: 'evt_1',
    type: 'subscription.charged',
    subscription: 'sub_1',
    payment: 'pay_1',
    amount: 5_000,
    status: 'captured',
    happenedAt: new Date(1_700_000_000_000),
  });
});

test.each([
  ['no JSON', Buffer.from('{')],
  ['no object', Buffer.from('[1]')],
  ['no event', Buffer.from('{"payload":{"subscription":"sub_1"},"event":7}')],
])('a body with %s becomes an event of unknown type', (_, raw) => {
  const { id, type, subscription } = readRazorpayEvent(raw, undefined);
  expect([type, subscription]).toEqual(['unknown', null]);
  expect(id).toMatch(/^[\da-f]{64}$/);
});

test('a malformed payment does not hide the subscription', () => {
  const payload = {
    subscription: { entity: { id: 'sub_1' } },
    payment: { entity: { id: 7, amount: 'much' } },
  };
  expect(read({ event: 'subscription.charged', payload }).subscription).toBe('sub_1');
});
