// `--import` this into a server. Each SIGUSR2 sets its clock to the next of these distances from the true time.
const SHIFTS_MS = [600_000, -600_000, 0];

const TrueDate = Date;
const trueNow = Date.now.bind(Date);
let count = 0;
let shift = 0;

process.on('SIGUSR2', () => {
  shift = SHIFTS_MS[count % SHIFTS_MS.length] ?? 0;
  count += 1;
});

globalThis.Date = class extends TrueDate {
  constructor(...parts) {
    if (parts.length === 0) super(trueNow() + shift);
    else super(...parts);
  }

  static now() {
    return trueNow() + shift;
  }
};
