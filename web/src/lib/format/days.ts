/** Returns the start of a day on this device, in ms: of the day of `time`, or of the day so many days later. */
export function startOfDay(time: number, daysLater = 0): number {
  const day = new Date(time);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + daysLater).getTime();
}
