import { ButtonLink } from '@site/shared';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';

/** Sends the visitor of an article that has no address to the start page at once; the link serves whoever stays. */
export function HomeRedirect() {
  const { t } = useTranslation('blog');
  const navigate = useNavigate();
  useEffect(() => {
    void navigate('/', { replace: true });
  }, [navigate]);
  return (
    <div>
      <ButtonLink page="blog" variant="secondary">
        {t('redirect.back')}
      </ButtonLink>
    </div>
  );
}
