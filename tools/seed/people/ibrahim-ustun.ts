import type { Persona } from '../persona.ts';

export const ibrahim: Persona = {
  username: 'ibrahim_ustun',
  fullName: 'İbrahim Üstün',
  bio: 'Tram driver, İzmir. I see you running. I usually wait.',
  joined: 201,
  interests: ['trains', 'benches', 'neighbourhood'],
  posts: [
    {
      text: 'Dear man with the cello: I waited. Dear everyone else: that is why we were two minutes late. It was a good cello.',
      isLoved: true,
      replies: [
        {
          by: 'otto_feldmann',
          text: 'How could you tell through the case?',
          replies: [{ by: 'ibrahim_ustun', text: 'He played at the terminus, to say thank you.' }],
        },
        { by: 'ines_alvarado', text: 'This is why I take trams.' },
      ],
    },
    {
      text: 'Every driver has a corner he slows down at for no reason. Mine has jasmine.',
      isLoved: true,
    },
    {
      text: 'İlk sefer, boş tramvay, deniz sağda. Bunun için para almak ayıp sayılır.',
      replies: [
        {
          by: 'bert_vdp',
          text: 'I felt like this about the first delivery of the day. Don’t tell them.',
        },
      ],
    },
    {
      hoursAgo: 15 * 24,
      text: 'Lost property of the week: one shoe (left), a wedding cake (whole), a chess clock (running).',
      isLoved: true,
      replies: [
        { by: 'elio_rossetti', text: 'Whose move was it?' },
        { by: 'ewa_mazurek', text: 'I’m making this into a zine before you can stop me.' },
      ],
    },
    {
      text: 'A girl of about ten rides with me each Thursday and announces all the stops, quietly, one second before the machine does.',
      replies: [
        {
          by: 'kavita_joshi',
          text: 'Give her the microphone on her birthday!',
          replies: [{ by: 'ibrahim_ustun', text: 'It’s arranged. Don’t tell.' }],
        },
      ],
    },
    {
      hoursAgo: 6 * 24,
      text: 'The four stops with no seat, for @mateus_figueira: Üçyol side entrance, the hospital (!), the school, and the one by the market where the grandmothers stand. I counted 16 grandmothers.',
      replies: [
        {
          by: 'mateus_figueira',
          text: 'Sixteen grandmothers without a bench. I’m writing to your mayor with both hands.',
        },
      ],
    },
    {
      hoursAgo: 4 * 24,
      text: 'She announced all the stops. With the microphone. At every one, people clapped. I had something in my eye from Konak to the depot.',
      isLoved: true,
      replies: [
        { by: 'kavita_joshi', text: 'Now I do too.' },
        { by: 'ines_alvarado', text: 'Best thing on rails this year.' },
        { by: 'amara_okafor', text: 'Happy birthday to her from a whole street in Leeds!' },
      ],
    },
    {
      text: 'Night shift. If you can’t sleep, we’re the light that goes by. #NightTrain',
      hoursAgo: 21,
      isLoved: true,
      replies: [
        {
          by: 'jun_dima',
          text: 'From one night shift to another: I see your light and raise you a corridor.',
        },
      ],
    },
    {
      text: 'The market stop has a bench. It wasn’t the city. Somebody put a church pew there in the night, with cushions. Nobody knows anything. #BenchCount',
      hoursAgo: 2,
      isLoved: true,
      replies: [
        { by: 'mateus_figueira', text: 'I was in Porto. I have witnesses.' },
        { by: 'zainab_qureshi', text: 'With CUSHIONS.' },
      ],
    },
  ],
};
