/** The settings of the control room; `.env.example` explains each. */
export const controlRoomNames = {
  names: ['CONTROL_ROOM', 'CONTROL_ROOM_DATA', 'CONTROL_ROOM_ORIGIN'],
  secrets: [],
} as const;
