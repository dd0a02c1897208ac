const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** 48000 paise → 'Rs 480.00'; another currency by its name. */
export function inRupees(amount: number, currency = 'INR'): string {
  const sum = (amount / 100).toFixed(2);
  return currency === 'INR' ? `Rs ${sum}` : `${sum} ${currency}`;
}

/** '7 March 2027', by the day in UTC; says so nowhere, since periods are counted so. */
export function onDay(date: Date): string {
  return day.format(date);
}
