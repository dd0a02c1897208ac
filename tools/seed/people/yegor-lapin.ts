import type { Persona } from '../persona.ts';

export const yegor: Persona = {
  username: 'yegor_lapin',
  fullName: 'Егор Лапин',
  bio: 'Паяю, слушаю эфир, собираю грибы. Short waves, long forests. Petrozavodsk.',
  joined: 188,
  interests: ['synths', 'sound', 'walking', 'sky'],
  posts: [
    {
      text: 'Ночью поймал маяк с другого конца океана. Три буквы, пауза, три буквы. Кто-то там тоже не спит. #Radio',
      isLoved: true,
      replies: [
        { by: 'arjun_nambiar', text: 'Three letters and a pause is a whole letter.' },
        { by: 'hyejin_noh', text: 'Which frequency? I want to play along.' },
      ],
    },
    {
      text: 'Went for mushrooms, came back with an antenna. My wife says that’s how it always starts.',
      isLoved: true,
      replies: [
        { by: 'fionnuala_k', text: 'Went for milk, came back with an anchor. Solidarity.' },
      ],
    },
    {
      text: 'Грибов нет. Тишины — полная корзина.',
      isLoved: true,
      replies: [{ by: 'farida_books', text: 'Сохранила себе в цитаты.' }],
    },
    {
      text: 'I built a small oscillator into a tin for tea. It’s tuned by the temperature of the tea. By the time it’s in tune, the tea is cold. There’s a lesson in it, but I prefer not to know.',
      replies: [{ by: 'hyejin_noh', text: 'I want one. I also drink cold tea.' }],
    },
    { text: 'Old receivers smell of dust, warm wax and my grandfather’s kitchen.' },
    {
      text: 'Сын спросил, где заканчивается радио. Ответил: нигде. Теперь он машет ему в окно.',
      isLoved: true,
      replies: [{ by: 'kavita_joshi', text: 'I asked for a translation, and now I’m waving too.' }],
    },
    {
      text: 'To whoever was playing an accordion on 7 MHz last night: it isn’t allowed, and it was very good. #Radio',
    },
    {
      text: 'Sound of ice on the lake, eight minutes, headphones please: https://shortwave.example.org/ice',
      isEdited: true,
      replies: [
        { by: 'hyejin_noh', text: 'At 5:40 something under the ice says your name.' },
        { by: 'yegor_lapin', text: 'I noticed. I said hello back.' },
      ],
    },
    {
      text: 'Уха. Лук, перец горошком, одна головешка из костра — обязательно. #SoupNight',
      hoursAgo: 13,
      replies: [
        { by: 'amara_okafor', text: 'A burning log IN the soup? On the list, underlined.' },
      ],
    },
  ],
};
