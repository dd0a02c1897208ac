import type { Persona } from '../persona.ts';

export const rosa: Persona = {
  username: 'rosa_quispe',
  fullName: 'Rosa Quispe Mamani',
  bio: 'Tejo, siembro papa y contesto tarde. Cusco, 3 600 m. Weaving, potatoes, wind.',
  joined: 276,
  interests: ['weaving', 'garden', 'cooking', 'film'],
  posts: [
    {
      text: 'Mi madre dice que un tejido sin error no respira. El mío respira muchísimo.',
      isLoved: true,
      replies: [
        { by: 'grace_whitlock', text: 'My knitting is practically hyperventilating.' },
        { by: 'marisol_tapia', text: 'Sabia la señora.' },
      ],
    },
    {
      text: 'Twenty-three kinds of potato on one slope, each with a name and a temper. The purple one is called “makes the daughter-in-law cry”. It’s very hard to peel.',
      isLoved: true,
      replies: [
        { by: 'sanna_leh', text: 'Mine are called “yellow” and “the other ones”. I’m ashamed.' },
        { by: 'amara_okafor', text: 'I need that name on an apron.' },
      ],
    },
    { text: 'Teñí lana con cochinilla hasta las once. Ahora parezco culpable de algo.' },
    {
      text: 'A pattern my grandmother wove has a small gap at the left edge. I always thought it was a mistake. Today my aunt told me: that’s where the river was dry the year she made it.',
      isLoved: true,
      replies: [
        { by: 'noa_clay', text: 'A whole archive in a belt.' },
        { by: 'kwame_boadi', text: 'Things made by hand keep minutes of the meeting.' },
      ],
    },
    { text: 'El perro aprendió a abrir la puerta. No aprendió a cerrarla.' },
    {
      text: 'Cambio: taller de telar de cintura por clase de encuadernación. @ewa_mazurek, @youssef_haddad, ¿quién se anima por correo?',
      replies: [
        { by: 'ewa_mazurek', text: 'Sí! I send thread, you send knots.' },
        { by: 'youssef_haddad', text: 'And I’ll send the wrong letter on the cover.' },
      ],
    },
    { text: 'Granizo diez minutos. La papa ni se enteró. La ropa tendida, sí.' },
    {
      text: 'My aunt’s camera has been sleeping since 1998. I bought one roll and used it all on her hands. #OneRoll',
      hoursAgo: 8,
      isLoved: true,
      replies: [
        { by: 'takumi_mori', text: 'I would like to see these more than any landscape.' },
        { by: 'ines_alvarado', text: 'Qué idea más bonita, Rosa.' },
      ],
    },
  ],
};
