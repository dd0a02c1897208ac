import type { Persona } from '../persona.ts';

export const wren: Persona = {
  username: 'wren_ashdown',
  fullName: 'Wren Ashdown',
  bio: 'Branch librarian, Bristol. Moths on the bathroom window, stamps on my fingers. They/them.',
  joined: 344,
  interests: ['books', 'moths', 'press', 'neighbourhood'],
  posts: [
    {
      text: 'Returned today, 31 years overdue: “How to Get Things Done”.',
      isLoved: true,
      replies: [
        { by: 'farida_books', text: 'He finished it!' },
        {
          by: 'amara_okafor',
          text: 'Please say you waived the fine.',
          replies: [{ by: 'wren_ashdown', text: 'I framed the slip.' }],
        },
      ],
    },
    {
      text: 'Moth trap this morning: 1 elephant hawk-moth, 14 large yellow underwings, 1 neighbour asking why I’m on the roof in a dressing gown. #Moths',
      replies: [
        { by: 'tomas_hrubec', text: 'Tell them “nothing yet”. They’ll stay half an hour.' },
      ],
    },
    {
      text: 'Things found in returned books this week: a boarding pass, a pressed fern, a shopping list reading only “courage, eggs”. #Library',
      isLoved: true,
      replies: [
        { by: 'ewa_mazurek', text: 'Courage, Eggs. Title taken, sorry everyone.' },
        { by: 'minh_chau', text: 'In the right order, too.' },
      ],
    },
    {
      text: 'A moth does not know that it’s brown. It has more patterns than a cathedral floor and it wears them for other moths, in the dark. #Moths',
      isLoved: true,
    },
    {
      text: 'Storytime had two children and one lorry driver who was early for a delivery. He did the voice of the bear. He is booked for next month. #Library',
      isLoved: true,
      replies: [{ by: 'leilani_kahale', text: 'Every library needs an on-call bear.' }],
    },
    {
      text: 'They want to close us on Wednesdays. Wednesday is the day of the man who comes to be warm. I have written a letter. It is a polite letter. It has a table in it.',
      replies: [
        { by: 'mateus_figueira', text: 'A table! You’ve learnt from the best.' },
        { by: 'lena_brandt', text: 'Where do we sign?' },
      ],
    },
    {
      hoursAgo: 9 * 24,
      text: 'Someone reserved every book on knots. @fionnuala_k, is there something you want to tell us?',
      replies: [{ by: 'fionnuala_k', text: 'It was the nine-year-olds. They’re organising.' }],
    },
    { text: 'I dreamed that I was shushed by a heron.' },
    {
      text: 'We stay open on Wednesdays!! The letter was read out loud at the committee. They kept the table in the minutes.',
      isLoved: true,
      isEdited: true,
      replies: [
        { by: 'mateus_figueira', text: 'THE TABLE!' },
        { by: 'farida_books', text: 'Tea for everyone.' },
        {
          by: 'amara_okafor',
          text: 'I knew it. I’m bringing soup to the man who comes to be warm.',
        },
      ],
    },
    {
      text: 'A guide to people in my library, by chair.\n\nGreen armchair: has read everything, is waiting for more.\nStool by the atlas: has had a fight, doesn’t want to talk about it, is planning a trip.\nChild’s beanbag: a grown man, every Thursday, doing his tax.\nRadiator seat: reserved by an unwritten law.\nFloor, between 590 and 599: me, looking for moths.',
      hoursAgo: 47,
      isLoved: true,
      replies: [{ by: 'farida_books', text: 'My radiator seat is a samovar seat. Same law.' }],
    },
    {
      text: 'Bench in our porch: oak, 1911, carved by somebody called T.H. Currently on it: the man who comes to be warm, reading the paper to a pigeon. #BenchCount',
      hoursAgo: 12,
      isLoved: true,
    },
  ],
};
