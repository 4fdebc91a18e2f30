"""Where the product serves SCIM."""

from django.urls import include, path

urlpatterns = [path("scim/", include("django_scim.urls"))]
