/** The bird of the logo in a square of 32, with its belly at 23.7. Fill it by the even-odd rule, to cut out the eye. */
export const birdPath =
  'M28.6 9.1 26 7.9A4.9 4.9 0 0 0 21.5 5C18.9 5 17 6.7 16.3 9 14.7 13.3 10.4 14.8 3.2 20.4c-.7.6-.3 1.6.6 1.5l5.2-.6c1.7 1.5 4 2.4 6.6 2.4 6.1 0 10.8-4.7 10.8-10.9v-2l2.2-.9c.4-.2.4-.6 0-.8ZM21.9 10.3a1.1 1.1 0 1 0 0-2.2 1.1 1.1 0 0 0 0 2.2Z';
