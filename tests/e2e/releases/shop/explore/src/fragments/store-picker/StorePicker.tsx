import { emit } from '@site/shared';
import { useTranslation } from 'react-i18next';

const stores = ['London', 'Bethune', 'Barcelona'] as const;

export function StorePicker() {
  const { t } = useTranslation('explore');
  return (
    <fieldset>
      <legend>{t('picker.title')}</legend>
      {stores.map((store) => (
        <button key={store} type="button" onClick={() => emit('explore:store-chosen', { store })}>
          {store}
        </button>
      ))}
    </fieldset>
  );
}
